import { createHash } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` characters that look like Stripe's, the same ones for the same seed and purpose. */
function tokenFrom(seed: string, purpose: string, length: number): string {
  let token = ''
  for (let block = 0; token.length < length; block++) {
    const bytes = createHash('sha512').update(`${seed}\n${purpose}\n${block}`).digest()
    for (const byte of bytes) if (byte < 248) token += ALPHABET.charAt(byte % 62)
  }
  return token.slice(0, length)
}

/** Draws ids from a seed and a counter, so that one seed gives the same ids in every run. */
export class Ids {
  readonly #seed: string
  drawn = 0

  constructor(seed: string) {
    this.#seed = seed
  }

  next(prefix: string, length = 24): string {
    return `${prefix}_${tokenFrom(this.#seed, String(this.drawn++), length)}`
  }
}
