import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, type TestCaller, type TestShop } from '../testing/shop.ts'

let shop: TestShop
let buyer: TestCaller
beforeAll(async () => {
  shop = await openTestShop('credits')
  buyer = shop.newCaller()
  await shop.subscribe(buyer, 'pro_monthly')
})
afterAll(() => shop.close())

describe('payments.list', () => {
  it('has what was paid, with the links to its invoice', async () => {
    expect(await buyer.call.payments.list()).toMatchObject([
      {
        kind: 'invoice_paid',
        amount: 1900,
        currency: 'usd',
        isSettled: true,
        hostedInvoiceUrl: expect.stringMatching(/^http/) as string,
        invoicePdf: expect.stringMatching(/^http/) as string,
      },
    ])
  })

  it('goes on after a line of the organization’s, and says what to do where it is given another', async () => {
    const [line] = await buyer.call.payments.list({ limit: 1 })
    const before = line?.businessKey
    expect(await buyer.call.payments.list({ before })).toEqual([])
    for (const stranger of [
      shop.newCaller().call.payments.list({ before }),
      buyer.call.payments.list({ before: 'none' }),
    ])
      await expect(stranger).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: expect.stringContaining('begin with the newest page') as string,
      })
    for (const page of [{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { before: '' }, { before: 'nul\0' }])
      await expect(buyer.call.payments.list(page)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('is empty for another organization', async () => {
    expect(await shop.newCaller().call.payments.list()).toEqual([])
  })
})

describe('credits', () => {
  it('are those of the paid month, and none for another organization', async () => {
    expect(await buyer.call.credits.balance()).toBe(100)
    expect(await shop.newCaller().call.credits.balance()).toBe(0)
  })

  it('are spent once for each key', async () => {
    const spend = { credits: 30, idempotencyKey: 'report 1', note: 'A report' }
    const answers = await Promise.all([buyer.call.credits.spend(spend), buyer.call.credits.spend(spend)])
    expect(answers).toEqual([70, 70])
    await expect(buyer.call.credits.spend({ ...spend, credits: 31 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('take another') as string,
    })
  })

  it('are never overdrawn, and the refusal says what to do and is no fault to log', async () => {
    await expect(buyer.call.credits.spend({ credits: 1000, idempotencyKey: 'all' })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
      message: expect.stringContaining('Buy more, or spend fewer.') as string,
    })
    expect(shop.webhook.lines.filter(({ seam }) => seam === 'trpc')).toEqual([])
  })

  it.each([
    { credits: 0, idempotencyKey: 'a' },
    { credits: -5, idempotencyKey: 'b' },
    { credits: 1.5, idempotencyKey: 'c' },
    { credits: 1, idempotencyKey: '' },
    { credits: 1, idempotencyKey: 'x'.repeat(101) },
    { credits: 1, idempotencyKey: 'nul\0' },
    { credits: 1, idempotencyKey: 'd', note: 'nul\0' },
    { credits: 1, idempotencyKey: 'e', note: 'x'.repeat(201) },
  ])('are not spent by what is no request: %j', async (request) => {
    const before = await buyer.call.credits.balance()
    await expect(buyer.call.credits.spend(request)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await buyer.call.credits.balance()).toBe(before)
  })
})
