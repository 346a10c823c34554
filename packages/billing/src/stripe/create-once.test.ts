import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { createOnce } from './create-once.ts'

const keysOf = async (params: object, failure?: Error) => {
  const keys: (string | undefined)[] = []
  await createOnce('thing', params, (_, options) => {
    keys.push(options.idempotencyKey)
    return failure && keys.length === 1 ? Promise.reject(failure) : Promise.resolve()
  })
  return keys
}

it('uses one key for the same request and another for another', async () => {
  const [key] = await keysOf({ a: 1 })
  expect(await keysOf({ a: 1 })).toEqual([key])
  expect(await keysOf({ a: 2 })).not.toEqual([key])
})

it('asks once more under a key of its own when Stripe failed, because Stripe would repeat the failure for a day', async () => {
  const failure = new Stripe.errors.StripeAPIError({ type: 'api_error', message: 'failed' })
  const [first, second] = await keysOf({ a: 1 }, failure)
  expect(second).toContain(`${first}:`)
})

it('does not ask again when Stripe refused', async () => {
  const refusal = new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    message: 'no',
  })
  await expect(keysOf({ a: 1 }, refusal)).rejects.toBe(refusal)
})
