import { describe, expect, it } from 'vitest'
import { fixture } from './testing/fixtures.ts'
import { openForThisFile } from './testing/for-this-file.ts'
import { handledTypes } from './handlers.ts'
import { rowsWritten } from './testing/rows-written.ts'

const { webhook, answers } = await openForThisFile()

type Loose = Record<string, unknown>

/** What depends on the moment, or on which event came. */
const VOLATILE = [
  'id',
  'created_at',
  'updated_at',
  'deleted_at',
  'last_event_at',
  'read_ticket',
  'read_at',
  'event_id',
]
const left = () => rowsWritten(webhook.db, VOLATILE)

/** What Stripe would answer for the objects of the recorded events. */
function answerWith(object: (path: string) => object): void {
  answers.answerAll((path) => ({ body: object(path) }))
}

/** A subscription and an invoice as they were before API 2025-03-31 (Basil). */
function beforeBasil(): [Loose, Loose] {
  const subscription = structuredClone(
    fixture('customer.subscription.updated').data.object,
  ) as unknown as Loose & { items: { data: [Loose] } }
  const [item] = subscription.items.data
  subscription['current_period_end'] = item['current_period_end']
  delete item['current_period_end']
  delete item['current_period_start']

  const { parent, lines, ...invoice } = structuredClone(
    fixture('invoice.paid').data.object,
  ) as unknown as Loose & { parent: { subscription_details: Loose }; lines: { data: Loose[] } }
  const oldLines = lines.data.map(({ parent: _parent, pricing: _pricing, ...line }) => ({
    ...line,
    proration: false,
    type: 'subscription',
    subscription: 'sub_1Pd0fixture',
    price: { id: 'price_1Pd0promonthly', lookup_key: 'pro_monthly', product: 'prod_any' },
  }))
  const { subscription: id, metadata } = parent.subscription_details
  return [
    subscription,
    {
      ...invoice,
      lines: { data: oldLines },
      subscription: id,
      subscription_details: { metadata },
      payment_intent: 'pi_3Pd0fixture',
      charge: 'ch_3Pd0fixture',
    },
  ]
}

describe('payloads of before Basil', () => {
  it('leave the same rows as those of today', async () => {
    const [subscription, invoice] = beforeBasil()
    const old = { api_version: '2024-06-20' }
    await webhook.tell('customer.subscription.updated', subscription, old)
    await webhook.deliver({ ...fixture('invoice.paid'), ...old, data: { object: invoice } } as never)
    await webhook.tell('invoice_payment.paid')
    const before = await left()
    await webhook.clear()
    await webhook.tell('customer.subscription.updated')
    await webhook.tell('invoice.paid')
    await webhook.tell('invoice_payment.paid')
    expect(before).toEqual(await left())
  })

  it('name their payment themselves, where no invoice_payment event comes', async () => {
    const [, invoice] = beforeBasil()
    const event = { ...fixture('invoice.paid'), api_version: '2024-06-20', data: { object: invoice } }
    await webhook.deliver(event as never)
    await webhook.tell('refund.created')
    expect(await webhook.db.creditEntry.aggregate({ _sum: { delta: true } })).toEqual({ _sum: { delta: 0 } })
  })
})

/** The object that each type is about, as Stripe would answer when asked for it. */
function recorded(type: string): object {
  const object = fixture(type).data.object as unknown as Loose
  if (type === 'customer.deleted') return { id: object['id'], object: 'customer', deleted: true }
  return object
}

describe.each([
  [
    'an event of an API version that came after this code',
    (type: string) => ({ ...fixture(type), api_version: '2031-01-01.future', data: { object: stub(type) } }),
  ],
  [
    'a thin event',
    (type: string) => {
      const { id, created, livemode } = fixture(type)
      const object = stub(type)
      const related = { id: object.id, type: object.object, url: `/v1/things/${object.id}` }
      return {
        id,
        object: 'v2.core.event',
        type: `v1.${type}`,
        created: new Date(created * 1000).toISOString(),
        livemode,
        related_object: related,
      }
    },
  ],
])('%s', (_name, eventOf) => {
  it.each(handledTypes)('has what Stripe answers as its effect: %s', async (type) => {
    answerWith((path) => {
      if (path.startsWith('/v1/refunds?')) return { object: 'list', data: [], has_more: false }
      if (path.includes('/lines?')) return (recorded(type) as { lines: object }).lines
      return path.startsWith('/v1/subscriptions') && !type.startsWith('customer.subscription')
        ? recorded('customer.subscription.updated')
        : recorded(type)
    })
    if (!isOfCustomer(type)) await webhook.tell('customer.created')
    const before = await left()
    await webhook.tell(type)
    await webhook.runJobs(answers.stripe)
    const whole = await left()
    expect(whole).not.toEqual(before)

    await webhook.clear()
    if (!isOfCustomer(type)) await webhook.tell('customer.created')
    const result = await webhook.deliver(JSON.stringify(eventOf(type)))
    expect(result).toEqual({ outcome: 'processed', status: 200 })
    await webhook.runJobs(answers.stripe)
    expect(await left()).toEqual(whole)
  })
})

/** Those begin with no customer, so that what they leave is their own. */
const isOfCustomer = (type: string) => type === 'customer.created' || type === 'customer.updated'

/** Of the object just what every version has. */
function stub(type: string): { id: string; object: string } {
  const { id, object } = fixture(type).data.object as unknown as { id: string; object: string }
  return { id, object }
}

it('keeps an event whose object has a shape that nobody knows, to be replayed', async () => {
  const invoice = { ...recorded('invoice.paid'), currency: 7 } as unknown as { lines: object }
  answerWith((path) => (path.includes('/lines?') ? invoice.lines : invoice))
  const event = { ...fixture('invoice.paid'), api_version: '2031-01-01.future' }
  expect((await webhook.deliver(event)).outcome).toBe('processed')
  await webhook.runJobs(answers.stripe)
  const kept = await webhook.db.quarantinedEvent.findFirstOrThrow()
  expect(kept).toMatchObject({ eventId: event.id, eventType: 'invoice.paid', resolvedAt: null })
  expect(kept.reason).toContain('currency')
  expect(JSON.parse(Buffer.from(kept.payload).toString())).toMatchObject({
    id: event.id,
    data: { object: { currency: 7 } },
  })
})

it('resolves what was quarantined once its object could be read', async () => {
  await webhook.deliver(fixture('invoice.paid', { object: { currency: 7 } }))
  expect(await webhook.db.quarantinedEvent.count({ where: { resolvedAt: null } })).toBe(1)
  answerWith((path) => {
    if (path.startsWith('/v1/subscriptions')) return recorded('customer.subscription.updated')
    return path.includes('/lines?')
      ? (recorded('invoice.paid') as { lines: object }).lines
      : recorded('invoice.paid')
  })
  await webhook.runJobs(answers.stripe)
  expect(await webhook.db.quarantinedEvent.count({ where: { resolvedAt: null } })).toBe(0)
  expect(await webhook.db.payment.count()).toBe(1)
})

it('ignores a thin event of another kind, whatever its name looks like', async () => {
  const event = {
    id: 'evt_thin',
    object: 'v2.core.event',
    type: 'v2.core.account[requirements].updated',
    created: '2026-11-30T00:00:00.000Z',
    livemode: false,
  }
  expect((await webhook.deliver(JSON.stringify(event))).outcome).toBe('ignored')
})

it('keeps a thin event that names no object', async () => {
  const event = {
    id: 'evt_thin',
    object: 'v2.core.event',
    type: 'v1.invoice.paid',
    created: '2026-11-30T00:00:00.000Z',
    livemode: false,
    related_object: null,
  }
  expect((await webhook.deliver(JSON.stringify(event))).outcome).toBe('quarantined')
})

it.each([
  ['live', { livemode: true }],
  ['of a connected account', { context: 'acct_connected' }],
])('ignores a thin event that is %s', async (_what, changes) => {
  const event = {
    id: 'evt_thin',
    object: 'v2.core.event',
    type: 'v1.invoice.paid',
    created: '2026-11-30T00:00:00.000Z',
    livemode: false,
    related_object: { id: 'in_1Pd0fixture', type: 'invoice' },
    ...changes,
  }
  expect((await webhook.deliver(JSON.stringify(event))).outcome).toBe('ignored')
  expect(await webhook.db.processedEvent.count()).toBe(0)
})
