import { createHmac } from 'node:crypto'

/**
 * The `Stripe-Signature` header: one v1 per live secret, and the v0 that test mode adds.
 * `seconds` is real time, as receivers compare it with their own clock.
 */
export function signatureHeader(payload: string, secrets: readonly string[], seconds: number): string {
  const sign = (secret: string) => createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return [`t=${seconds}`, ...secrets.map((secret) => `v1=${sign(secret)}`), `v0=${sign('v0')}`].join(',')
}
