import { afterEach, beforeEach, expect, test } from 'vitest'
import { LAST_INSTANT, LONGEST_ADVANCE } from '../core/clock.ts'
import { openShop, type Shop, submit, subscribe } from '../testing/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ webhook: undefined })
})
afterEach(() => shop.close())

async function pull(path: string, body: string): Promise<{ status: number; error: string }> {
  const response = await fetch(`${shop.local.url}/_local/${path}`, { method: 'POST', body })
  const { error = '' } = (await response.json()) as { error?: string }
  return { status: response.status, error }
}
const advance = (seconds: unknown) => pull('advance', JSON.stringify({ seconds }))
/** Everything still answers, and the clock is where it was. */
async function expectUnharmed(): Promise<void> {
  expect(shop.local.world.clock.skippedMs).toBe(0)
  expect((await fetch(shop.local.url)).status).toBe(200)
  expect(await shop.stripe.customers.create({})).toMatchObject({ object: 'customer' })
}

test('a step that is no step, or longer than ten years, is refused with the limit', async () => {
  await subscribe(shop.stripe)
  for (const seconds of [
    1e15,
    1e300,
    LONGEST_ADVANCE + 1,
    0,
    -1,
    -1e15,
    1.5,
    '60',
    '',
    null,
    true,
    [60],
    {},
  ]) {
    const { status, error } = await advance(seconds)
    expect([seconds, status]).toEqual([seconds, 400])
    expect(error).toContain('from 1 to 315360000 (ten years)')
  }
  for (const body of ['{"seconds": NaN}', '{"seconds": 1e999}', '', '{', '{"minutes": 1}', '[]']) {
    expect([body, (await pull('advance', body)).status]).toEqual([body, 400])
  }
  for (const seconds of ['1e15', '-5', '0.5', 'NaN', '']) {
    const answer = await submit(`${shop.local.url}/`, { action: 'advance', seconds })
    expect([seconds, answer.status]).toEqual([seconds, 400])
    expect(answer.page).toContain('ten years')
  }
  await expectUnharmed()
})

test('however often it is advanced, the clock stays among dates that anyone can read', async () => {
  const steps = Math.floor((LAST_INSTANT - Date.now() / 1000) / LONGEST_ADVANCE)
  for (let step = 0; step < steps; step++) expect((await advance(LONGEST_ADVANCE)).status).toBe(200)
  const { status, error } = await advance(LONGEST_ADVANCE)
  expect(status).toBe(400)
  expect(error).toMatch(/ends at 3000-01-01T00:00:00.000Z: seconds can be at most \d+ now/)
  expect((await advance(Number(/at most (\d+)/.exec(error)?.[1]) - 10)).status).toBe(200)

  const { subscription } = await subscribe(shop.stripe)
  const { data } = (await shop.stripe.subscriptions.retrieve(subscription.id)).items
  expect(new Date((data[0]?.current_period_end ?? 0) * 1000).toISOString()).toMatch(/^3000-/)
  const [event] = (await shop.stripe.events.list()).data
  expect(event?.created).toBeLessThan(LAST_INSTANT)
  await pull('reset', '')
  await expectUnharmed()
})

test('no other lever takes an instant or a wait that nothing can keep', async () => {
  const object = { id: 'cus_1', object: 'customer' }
  for (const created of [1e15, -1, 1.5]) {
    const body = JSON.stringify({ type: 'customer.updated', object, created })
    expect((await pull('emit', body)).status).toBe(400)
  }
  for (const wait of [{ delayMs: 1e12 }, { timeoutMs: 1e15 }, { retryScheduleMs: [2 ** 31] }])
    expect((await pull('delivery', JSON.stringify(wait))).status).toBe(400)
  expect(await pull('roll', '{"endpoint":"we_none"}')).toMatchObject({ status: 400 })
  expect(await pull('replay', '{')).toMatchObject({ status: 400 })
  await expectUnharmed()
})
