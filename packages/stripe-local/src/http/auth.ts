import { unauthorized } from '../core/errors.ts'

/** The key of a request, from a bearer or basic header; throws Stripe's 401 when it is not a test key. */
export function testKeyFrom(header: string | undefined): string {
  const [scheme = '', value = ''] = (header ?? '').split(' ')
  const key = scheme.toLowerCase() === 'basic' ? (atob(value).split(':')[0] ?? '') : value
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    )
  }
  if (!/^(sk|rk)_test_./.test(key))
    throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`)
  return key
}
