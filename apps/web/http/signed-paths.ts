/** Webhooks: who sends to them proves itself by a signature over the raw body, which their routes read themselves. */
const SIGNED = new Set(['/webhooks/stripe'])

/** @param path as the router will see it; of another spelling the general rules hold */
export function isSigned(path: string): boolean {
  return SIGNED.has(path)
}
