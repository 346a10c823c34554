/** Webhooks: who sends to them proves itself by a signature over the raw body. The provider, by its path. */
const SIGNED = new Map([['/webhooks/stripe', 'stripe']])

/** @param path as the router will see it; of another spelling the general rules hold */
export function isSigned(path: string): boolean {
  return SIGNED.has(path)
}

/**
 * Whose deliveries come by a target, in every spelling that the router takes for it: it decodes, does not tell upper case
 * from lower, and takes a slash at the end for none.
 */
export function providerAt(target: string): string | undefined {
  const [path = ''] = target.split('?', 1)
  if (SIGNED.has(path)) return SIGNED.get(path)
  try {
    return SIGNED.get(decodeURIComponent(path).toLowerCase().replace(/\/$/, ''))
  } catch {
    return undefined
  }
}
