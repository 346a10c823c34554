import { createDatabase, type Db, type Prisma } from '@paidup/db'
import { createTestDatabase } from '@paidup/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReadDeps } from '../deps.ts'
import { insertFact } from '../sql/insert-fact.ts'
import { paymentHistory } from './payment-history.ts'

let db: Db
let drop: () => Promise<void>
let deps: ReadDeps
beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  db = createDatabase({ url: database.url })
  deps = { db, livemode: false, clock: { now: () => new Date() } }
  await createPayments()
})
afterAll(async () => {
  await db.$disconnect()
  await drop()
})

const FIRST = Date.parse('2026-01-01T00:00:00Z')
const at = (hour: number) => new Date(FIRST + hour * 3_600_000)
type Row = Prisma.PaymentCreateManyInput

/** An hour's fact; two hours share an instant, so that the order within it matters. */
const fact = (kind: string, hour: number, id: string, more: Partial<Row>): Row => ({
  businessKey: `${kind}:${id}`,
  kind,
  stripeObjectId: id,
  livemode: false,
  amount: 100,
  currency: 'usd',
  occurredAt: at(hour - (hour % 2)),
  ...more,
})

/**
 * Of one org: what names it, what names its customers (one of whom was deleted), and refunds of old payments, told long
 * after; among what is another org's, and what is in the other mode.
 */
async function createPayments(): Promise<void> {
  await db.billingCustomer.createMany({
    data: [
      { stripeCustomerId: 'cus_a', orgId: 'org', livemode: false },
      { stripeCustomerId: 'cus_b', formerOrgId: 'org', livemode: false },
      { stripeCustomerId: 'cus_other', orgId: 'other', livemode: false },
    ],
  })
  const owners = [{ orgId: 'org' }, { stripeCustomerId: 'cus_a' }, { stripeCustomerId: 'cus_b' }]
  const strangers = [{ orgId: 'other', stripeCustomerId: 'cus_a' }, { stripeCustomerId: 'cus_other' }]
  const hours = Array.from({ length: 60 }, (_, hour) => hour)
  const paid = hours.map((hour) => fact('invoice_paid', hour, `in_${hour}`, owners[hour % 3]!))
  const others = hours.map((hour) => fact('invoice_paid', hour, `in_other_${hour}`, strangers[hour % 2]!))
  const live = hours.map((hour) =>
    fact('invoice_paid', hour, `in_live_${hour}`, { orgId: 'org', livemode: true }),
  )
  await db.payment.createMany({ data: hours.flatMap((hour) => [paid[hour]!, others[hour]!, live[hour]!]) })
  for (const hour of hours.filter((one) => one % 4 === 0)) {
    await tellRefund(`${hour}`, hour + 45)
    await tellRefund(`other_${hour}`, hour + 45)
  }
}

/** As its handler does, which holds the payment's row. */
async function tellRefund(id: string, hour: number): Promise<void> {
  const stripePaymentId = `pi_${id}`
  await db.stripePayment.create({ data: { stripePaymentId, stripeInvoiceId: `in_${id}` } })
  const { amount: _, occurredAt: __, ...refund } = fact('refund', hour, `re_${id}`, { stripePaymentId })
  await db.$transaction((tx) =>
    insertFact(tx as Parameters<typeof insertFact>[0], {
      ...refund,
      kind: 'refund',
      amount: 100,
      occurredAt: at(hour),
      eventId: null,
    }),
  )
}

const keysOf = (lines: { businessKey: string }[] | null) => lines?.map((line) => line.businessKey)

describe('the payments of an organization', () => {
  it('are those that name it or its customers and what was given back of them, the newest first', async () => {
    const own = await db.payment.findMany({
      where: { livemode: false, businessKey: { not: { contains: 'other' } } },
      orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
    })
    expect(own).toHaveLength(75)
    expect(keysOf(await paymentHistory(deps, 'org'))).toEqual(keysOf(own))
  })

  it.each([1, 7, 50, 75])('are all there, and once, in pages of %i', async (limit) => {
    const all = keysOf(await paymentHistory(deps, 'org'))
    const seen: string[] = []
    for (;;) {
      const page = keysOf(await paymentHistory(deps, 'org', { before: seen.at(-1), limit }))
      if (!page?.length) break
      expect(page.length).toBeLessThanOrEqual(limit)
      seen.push(...page)
    }
    expect(seen).toEqual(all)
  })

  it('do not go on from a line of another organization, of the other mode, or from none', async () => {
    for (const id of ['in_other_3', 'in_live_3', 'in_nobody'])
      expect(await paymentHistory(deps, 'org', { before: `invoice_paid:${id}` })).toBeNull()
    expect(await paymentHistory(deps, 'org', { before: 'refund:re_other_4' })).toBeNull()
    expect(await paymentHistory(deps, 'org', { before: 'refund:re_4' })).not.toHaveLength(0)
  })
})
