import type { Db, Prisma } from '@paidup/db'
import fc from 'fast-check'
import { graceEndOf } from '../reading/grace.ts'

const DAY = 86_400_000
const plan = fc.constantFrom(
  'team',
  'team',
  'team',
  'pro',
  'lifetime',
  'free',
  'unknown',
  'credits_100',
  'gone',
)
const status = fc.constantFrom(
  ...['active', 'active', 'trialing', 'past_due', 'past_due', 'past_due', 'paid', 'partially_refunded'],
  ...[
    'unpaid',
    'paused',
    'canceled',
    'incomplete',
    'incomplete_expired',
    'pending',
    'failed',
    'refunded',
    'new',
  ],
)
const isLive = fc.constantFrom(false, false, false, true)
/** Ends of months among them, from which a month back is no plain subtraction. */
const instant = fc.oneof(
  fc.constantFrom(
    '2026-03-31T10:00:00Z',
    '2026-03-30T00:00:00Z',
    '2026-02-28T23:59:59Z',
    '2024-02-29T12:00:00Z',
  ),
  fc.constantFrom(
    '2026-05-31T01:30:00Z',
    '2026-01-01T00:00:00Z',
    '2026-11-01T05:30:00Z',
    '2026-12-31T23:30:00Z',
  ),
)
const disputes = fc.array(
  fc.subarray(['dispute_opened', 'dispute_won', 'dispute_lost', 'dispute_inquired', 'refund']),
  {
    maxLength: 2,
  },
)
const invoice = fc.record({
  failedAfter: fc.option(fc.integer({ min: -40, max: 40 })),
  settled: fc.constantFrom(null, null, 'invoice_paid', 'invoice_voided', 'invoice_marked_uncollectible'),
  disputes,
})
const subscription = fc.record({
  plan,
  status,
  quantity: fc.nat(6),
  interval: fc.constantFrom('month', 'month', 'year', 'week', null),
  periodEnd: fc.option(instant, { freq: 6 }),
  invoices: fc.array(invoice, { maxLength: 2 }),
})
const purchase = fc.record({
  plan,
  status,
  quantity: fc.integer({ min: 1, max: 6 }),
  isLive,
  /** Whether the row itself names its org, or only the customer. */
  isNamed: fc.boolean(),
  disputes,
})
const customer = fc.record({
  isLive,
  isDeleted: fc.constantFrom(false, false, true),
  subscriptions: fc.array(subscription, { maxLength: 3 }),
  purchases: fc.array(purchase, { maxLength: 2 }),
})
const organization = fc.record({
  customers: fc.array(customer, { minLength: 1, maxLength: 2 }),
  /** Which grace period is about to end, and by how much: to the millisecond. */
  aim: fc.nat(5),
  off: fc.constantFrom(-1, 0, 1, -3 * DAY, 9 * DAY),
})

type Rows = {
  billingCustomer: Prisma.BillingCustomerCreateManyInput[]
  planEntitlement: Prisma.PlanEntitlementCreateManyInput[]
  purchase: Prisma.PurchaseCreateManyInput[]
  invoice: Prisma.InvoiceCreateManyInput[]
  stripePayment: Prisma.StripePaymentCreateManyInput[]
  payment: Prisma.PaymentCreateManyInput[]
}

/**
 * Writes what organizations may have bought, of every kind of row that what they have depends on.
 * @returns each with an instant to look at it
 */
export async function createRandomOrganizations(
  db: Db,
  seed: number,
  count: number,
): Promise<{ orgId: string; at: Date }[]> {
  const rows: Rows = {
    billingCustomer: [],
    planEntitlement: [],
    purchase: [],
    invoice: [],
    stripePayment: [],
    payment: [],
  }
  const organizations = fc
    .sample(organization, { seed, numRuns: count })
    .map(({ customers, aim, off }, n) => {
      const orgId = `org_${n}`
      const graceEnds = customers.flatMap((one, m) => addCustomer(rows, orgId, `${n}_${m}`, one))
      const end = graceEnds[aim % Math.max(1, graceEnds.length)] ?? new Date('2026-04-05T00:00:00Z')
      return { orgId, at: new Date(end.getTime() + off) }
    })
  await db.billingCustomer.createMany({ data: rows.billingCustomer })
  await db.planEntitlement.createMany({ data: rows.planEntitlement })
  await db.purchase.createMany({ data: rows.purchase })
  await db.invoice.createMany({ data: rows.invoice })
  await db.stripePayment.createMany({ data: rows.stripePayment })
  await db.payment.createMany({ data: rows.payment })
  return organizations
}

type Value<T> = T extends fc.Arbitrary<infer V> ? V : never

/** @returns the ends of its subscriptions' grace */
function addCustomer(rows: Rows, orgId: string, id: string, given: Value<typeof customer>): Date[] {
  const stripeCustomerId = `cus_${id}`
  const link = given.isDeleted ? { formerOrgId: orgId } : { orgId }
  rows.billingCustomer.push({ stripeCustomerId, livemode: given.isLive, ...link })
  for (const [
    n,
    { isNamed, isLive: livemode, disputes: told, plan: product, ...rest },
  ] of given.purchases.entries()) {
    const stripeCheckoutSessionId = `cs_${id}_${n}`
    const owner = { stripeCustomerId, orgId: isNamed ? orgId : null, livemode }
    rows.purchase.push({ ...rest, ...owner, product, stripeCheckoutSessionId, amount: 1, currency: 'usd' })
    addDisputes(rows, `${id}_p${n}`, { stripeCheckoutSessionId }, told)
  }
  return given.subscriptions.flatMap(
    (one, n) => addSubscription(rows, stripeCustomerId, `${id}_${n}`, one) ?? [],
  )
}

function addSubscription(
  rows: Rows,
  stripeCustomerId: string,
  id: string,
  { invoices, periodEnd, ...rest }: Value<typeof subscription>,
): Date | null {
  const stripeSubscriptionId = `sub_${id}`
  const currentPeriodEnd = periodEnd === null ? null : new Date(periodEnd)
  rows.planEntitlement.push({ ...rest, stripeSubscriptionId, stripeCustomerId, currentPeriodEnd })
  const unpaid: number[] = []
  for (const [n, { failedAfter, settled, disputes: told }] of invoices.entries()) {
    const stripeInvoiceId = `in_${id}_${n}`
    rows.invoice.push({ stripeInvoiceId, stripeSubscriptionId })
    addDisputes(rows, `${id}_i${n}`, { stripeInvoiceId }, told)
    if (failedAfter === null) continue
    const failedAt = new Date('2026-03-01T00:00:00.123Z').getTime() + failedAfter * DAY
    addFact(rows, stripeInvoiceId, 'invoice_payment_failed', { occurredAt: new Date(failedAt) })
    if (settled) addFact(rows, stripeInvoiceId, settled)
    else unpaid.push(failedAt)
  }
  const overdueSince = unpaid.length > 0 ? new Date(Math.min(...unpaid)) : null
  const dates = { currentPeriodEnd, overdueSince, trialEnd: null, cancelAt: null, cancelAtPeriodEnd: false }
  return graceEndOf({ ...rest, ...dates, product: rest.plan, stripeSubscriptionId, dispute: null })
}

function addDisputes(
  rows: Rows,
  id: string,
  paidFor: { stripeInvoiceId: string } | { stripeCheckoutSessionId: string },
  told: string[][],
): void {
  const stripePaymentId = `pi_${id}`
  rows.stripePayment.push({ stripePaymentId, ...paidFor })
  for (const [n, kinds] of told.entries())
    for (const kind of kinds) addFact(rows, `dp_${id}_${n}`, kind, { stripePaymentId })
}

function addFact(
  rows: Rows,
  stripeObjectId: string,
  kind: string,
  more: Partial<Prisma.PaymentCreateManyInput> = {},
): void {
  const what = { businessKey: `${stripeObjectId}:${kind}`, stripeObjectId, kind }
  rows.payment.push({ ...what, livemode: false, amount: 1, currency: 'usd', occurredAt: new Date(), ...more })
}
