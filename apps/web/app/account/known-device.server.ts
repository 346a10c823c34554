import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Whose password a device has known: the user, and the hash of that password. */
export type Credential = { userId: string; passwordHash: string }

/** Seconds: a year, from the last time that the device signed in. */
export const DEVICE_COOKIE_AGE = 365 * 24 * 60 * 60

/** A family's accounts on one device. More would make a cookie that no server takes. */
const MAX_ACCOUNTS = 5

const ID = /^[\w-]{22}$/

/**
 * The device's id, when its cookie proves that it has signed in with this password; else null.
 *
 * The cookie is `<device id>.<proof>.<proof>…`, a proof for each account. A proof holds for one password: after a change
 * of it, whoever knew the old one has devices no more.
 */
export function knownDevice(
  cookie: string | null,
  credential: Credential | null,
  secret: string,
): string | null {
  const { id, proofs } = parse(cookie)
  if (!id || !credential) return null
  const expected = Buffer.from(proofOf(id, credential, secret))
  const isProven = proofs.some((proof) => {
    const given = Buffer.from(proof)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isProven ? id : null
}

/** The cookie of a device that has just signed in: what it had, and a proof for this account in the first place. */
export function deviceCookie(cookie: string | null, credential: Credential, secret: string): string {
  const { id = randomBytes(16).toString('base64url'), proofs } = parse(cookie)
  const proof = proofOf(id, credential, secret)
  return [id, proof, ...proofs.filter((other) => other !== proof)].slice(0, 1 + MAX_ACCOUNTS).join('.')
}

function parse(cookie: string | null): { id?: string; proofs: string[] } {
  const [id = '', ...proofs] = (cookie ?? '').split('.', 1 + MAX_ACCOUNTS)
  return ID.test(id) ? { id, proofs: proofs.filter((proof) => /^[\w-]{43}$/.test(proof)) } : { proofs: [] }
}

function proofOf(id: string, { userId, passwordHash }: Credential, secret: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['known device', id, userId, passwordHash]))
    .digest('base64url')
}
