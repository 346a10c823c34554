import type { Context, Hono } from 'hono'
import { cancelNow } from '../billing/cancel.ts'
import { collectInvoice } from '../billing/collect.ts'
import { attach, createMethod } from '../billing/payment-methods.ts'
import { updateItems } from '../billing/update.ts'
import { StripeError } from '../core/errors.ts'
import { change } from '../core/events.ts'
import type { CustomerRow, SubscriptionRow } from '../core/rows.ts'
import { schedule, unschedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { priceOf } from '../objects/price.ts'
import { portalPage } from './portal-view.ts'

type Field = (name: string) => string

/** Mounts `/p/session/:id`: what a customer may do with its own subscriptions, cards and invoices. */
export function mountPortal(app: Hono, world: World): void {
  const show = (context: Context, notice: string | null, error: string | null) => {
    const session = world.store.get('billing_portal.session', context.req.param('id'))
    const customer = world.store.get('customer', session?.customer)
    if (!session || !customer || customer.deleted) return context.notFound()
    const methods = world.store.all('payment_method').filter((row) => row.customer === customer.id)
    const prices = world.store
      .all('price')
      .filter((row) => row.active && row.recurring && world.store.get('product', row.product)?.active)
    const page = portalPage({
      session,
      customer,
      notice,
      error,
      methods,
      subscriptions: world.store
        .all('subscription')
        .filter((row) => row.customer === customer.id)
        .reverse(),
      invoices: world.store
        .all('invoice')
        .filter((row) => row.customer === customer.id && row.status !== 'draft')
        .reverse(),
      prices: prices.map((price) => ({
        price,
        name: world.store.get('product', price.product)?.name ?? price.id,
      })),
    })
    return context.html(page, error === null ? 200 : 402)
  }

  app.get('/p/session/:id', (context) => show(context, null, null))
  app.post('/p/session/:id', async (context) => {
    const session = world.store.get('billing_portal.session', context.req.param('id'))
    const customer = world.store.get('customer', session?.customer)
    if (!customer || customer.deleted) return context.notFound()
    const form = await context.req.parseBody()
    const field: Field = (name) => (typeof form[name] === 'string' ? form[name] : '')
    try {
      return show(
        context,
        world.clock.at(null, () => act(world, customer, field)),
        null,
      )
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
      return show(context, null, error.message)
    }
  })
}

/** Does what a button says; every change goes the way the API would take it. */
function act(world: World, customer: CustomerRow, field: Field): string {
  const row = world.store.get('subscription', field('subscription'))
  if (field('action') === 'card') return changeCard(world, customer, field)
  if (row?.customer !== customer.id || row.ended_at !== null) return 'That subscription has ended.'
  switch (field('action')) {
    case 'change':
      return changePlan(world, row, field)
    case 'cancel-now':
      cancelNow(world, row)
      return 'The subscription has ended.'
    case 'cancel-later':
      return planEnd(world, row)
    case 'resume':
      unschedule(world, 'subscription.cancel', row.id)
      change(
        world,
        'subscription',
        row,
        {
          cancel_at: null,
          cancel_at_period_end: false,
          canceled_at: null,
          cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
        },
        'customer.subscription.updated',
      )
      return 'The subscription goes on.'
    default:
      return 'Nothing done.'
  }
}

function changePlan(world: World, row: SubscriptionRow, field: Field): string {
  const item = row.items.data[0]
  const quantity = Number(field('quantity'))
  if (!item || !Number.isInteger(quantity) || quantity < 1) return 'A subscription needs at least one seat.'
  updateItems(world, row, {
    changes: [{ id: item.id, price: priceOf(world, field('price')), quantity }],
    proration: 'always_invoice',
    patch: {},
  })
  return 'The plan is changed; what is left of the old one is credited.'
}

/** Like Stripe's portal, this sets `cancel_at` and leaves `cancel_at_period_end` alone in flexible billing; classic sets both. */
function planEnd(world: World, row: SubscriptionRow): string {
  const end = row.items.data[0]?.current_period_end ?? row.created
  const isFlexible = row.billing_mode.type === 'flexible'
  schedule(world, 'subscription.cancel', row.id, end, row.test_clock)
  change(
    world,
    'subscription',
    row,
    {
      cancel_at: end,
      cancel_at_period_end: !isFlexible,
      canceled_at: timeFor(world, row.customer),
      cancellation_details: {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: 'cancellation_requested',
      },
    },
    'customer.subscription.updated',
  )
  return `The subscription ends on ${new Date(end * 1000).toISOString().slice(0, 10)}.`
}

function changeCard(world: World, customer: CustomerRow, field: Field): string {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/?\s*(\d{2,4})\s*$/.exec(field('expiry')) ?? []
  const method = createMethod(world, {
    type: 'card',
    card: { number: field('number'), exp_month: Number(month), exp_year: Number(year), cvc: field('cvc') },
    billing_details: { email: customer.email, name: customer.name ?? null },
  })
  attach(world, method.id, customer.id)
  const settings = { ...customer.invoice_settings, default_payment_method: method.id }
  change(world, 'customer', customer, { invoice_settings: settings }, 'customer.updated')
  for (const row of world.store.all('subscription')) {
    if (row.customer !== customer.id || row.ended_at !== null) continue
    const updated = change(
      world,
      'subscription',
      row,
      { default_payment_method: method.id },
      'customer.subscription.updated',
    )
    const owed = world.store.get('invoice', updated.latest_invoice)
    if (owed?.status === 'open') collectInvoice(world, owed, method.id)
  }
  return 'The new card is now charged.'
}
