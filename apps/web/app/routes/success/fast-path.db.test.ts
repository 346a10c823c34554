import { fixture, openStripeAnswers, openTestWebhook } from '@paidup/billing/testing'
import { parseEnv } from '@paidup/config'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hurry } from './fast-path.server.ts'

let webhook: Awaited<ReturnType<typeof openTestWebhook>>
let answers: Awaited<ReturnType<typeof openStripeAnswers>>
let lines: { level: number; seam?: string; err?: { message: string } }[]
beforeEach(async () => {
  webhook = await openTestWebhook()
  answers = await openStripeAnswers()
  lines = []
  await webhook.db.checkoutSession.create({
    data: { id: SESSION, orgId: 'org_1', mode: 'payment', status: 'open', paymentStatus: 'unpaid' },
  })
})
afterEach(async () => {
  await answers.close()
  await webhook.close()
})

const SESSION = 'cs_test_hurried'

function services(flag: '0' | '1') {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line) as never) })
  return {
    env: parseEnv({ CHECKOUT_FAST_PATH: flag }),
    db: webhook.db,
    stripe: answers.stripe,
    clock: webhook.deps.clock,
    log,
  }
}
const status = async () =>
  (await webhook.db.checkoutSession.findUniqueOrThrow({ where: { id: SESSION } })).status

/** Lifetime, paid for, as Stripe has it. */
const paid = {
  ...fixture('checkout.session.completed').data.object,
  id: SESSION,
  mode: 'payment',
  subscription: null,
  payment_intent: 'pi_hurried',
  metadata: { org_id: 'org_1', plan: 'lifetime', quantity: '1' },
}

it('knows at once what Stripe knows, without a webhook', async () => {
  answers.answerAll(() => ({ body: paid }))
  await hurry(services('1'), 'org_1', SESSION)
  expect(await status()).toBe('complete')
  expect(await webhook.db.purchase.findMany()).toMatchObject([{ product: 'lifetime', status: 'paid' }])
  expect(lines).toEqual([])
})

it('asks nothing unless it is switched on, nor about the checkout of another organization', async () => {
  let asked = 0
  answers.answerAll(() => {
    asked += 1
    return { body: paid }
  })
  await hurry(services('0'), 'org_1', SESSION)
  await hurry(services('1'), 'org_2', SESSION)
  expect(asked).toBe(0)
  expect(await status()).toBe('open')
})

it('only warns when Stripe fails', async () => {
  answers.answerAll(() => ({ status: 500, body: { error: { type: 'api_error', message: 'down' } } }))
  await hurry(services('1'), 'org_1', SESSION)
  expect(lines).toMatchObject([{ level: 40, seam: 'fast_path', err: { message: 'down' } }])
})

it('waits no longer than it may when Stripe is silent, and takes a late answer all the same', async () => {
  const request = answers.nextRequest()
  await hurry(services('1'), 'org_1', SESSION, 50)
  expect(lines).toMatchObject([{ level: 40, err: { message: 'Stripe took longer than 50 ms' } }])
  expect(await status()).toBe('open')
  ;(await request)({ body: paid })
  await expect.poll(status).toBe('complete')
})
