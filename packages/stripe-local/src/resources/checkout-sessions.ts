import type { z } from 'zod'
import { createPrice } from '../billing/catalogue.ts'
import { expireSession } from '../billing/checkout.ts'
import { refuseMixedCurrencies, refuseOtherCurrency } from '../billing/currency.ts'
import { couponOf, discountOn } from '../billing/discounts.ts'
import { invalidRequest, missingParam } from '../core/errors.ts'
import { mergeMetadata } from '../core/fields.ts'
import type { CheckoutPlan, SessionRow } from '../core/rows.ts'
import { clockOf, schedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { lineItemsOf } from '../objects/checkout-items.ts'
import { sessionFrom, sessionOf } from '../objects/checkout-session.ts'
import { referToCustomer } from '../objects/customer.ts'
import { amountOf } from '../objects/invoice-line.ts'
import { priceOf } from '../objects/price.ts'
import { createParams, filters } from './checkout-session-params.ts'

type Wishes = z.infer<typeof createParams>
const DAY = 86_400

/** The prices a session sells; prices given as data are created first. */
function itemsFrom(world: World, wanted: Wishes): CheckoutPlan['items'] {
  return (wanted.line_items ?? []).map((line, index) => {
    const at = `line_items[${index}]`
    if (line.price === undefined && !line.price_data) throw missingParam(`${at}[price]`)
    if (line.price !== undefined) priceOf(world, line.price, `${at}[price]`)
    const price = line.price_data
      ? createPrice(world, line.price_data)
      : priceOf(world, line.price ?? '', `${at}[price]`)
    return {
      id: world.ids.next('li'),
      price: price.id,
      quantity: line.quantity ?? 1,
      adjustable: line.adjustable_quantity?.enabled ?? false,
    }
  })
}

function check(world: World, wanted: Wishes): void {
  if (wanted.success_url === undefined && (wanted.ui_mode ?? 'hosted').startsWith('hosted'))
    throw missingParam('success_url')
  if (wanted.customer !== undefined) referToCustomer(world, wanted.customer)
  if (wanted.mode === 'setup') return
  if (!wanted.line_items?.length) throw missingParam('line_items')
  if (wanted.customer !== undefined && wanted.customer_email !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: customer, customer_email.',
      'customer',
    )
  }
  if (wanted.mode === 'payment' && wanted.subscription_data) {
    throw invalidRequest('You can not pass `subscription_data` in `payment` mode.', 'subscription_data')
  }
}

/** What the session's coupons take off. */
function discountOf(world: World, wanted: Wishes, subtotal: number, currency: string): number {
  return (wanted.discounts ?? []).reduce(
    (off, wish) => off + discountOn(couponOf(world, wish).coupon, subtotal - off, currency),
    0,
  )
}

function create({ world, params: wanted }: Call<Wishes>): SessionRow {
  check(world, wanted)
  const mode = wanted.mode ?? 'payment'
  const items = itemsFrom(world, wanted)
  const prices = items.map((item) => priceOf(world, item.price))
  if (mode === 'subscription' && !prices.some((price) => price.recurring)) {
    throw invalidRequest(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    )
  }
  if (mode === 'payment' && prices.some((price) => price.recurring)) {
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'line_items',
    )
  }
  refuseMixedCurrencies(prices, undefined, (index) => `line_items[${index}][price]`)
  if (mode === 'subscription' && wanted.customer !== undefined)
    refuseOtherCurrency(world, wanted.customer, prices[0]?.currency ?? 'usd')
  const now = timeFor(world, wanted.customer)
  const id = `cs_test_${world.ids.next('x', 58).slice(2)}`
  // What recurs is not due today when it begins with a trial.
  const isTrial =
    (wanted.subscription_data?.trial_period_days ?? wanted.subscription_data?.trial_end) !== undefined
  const subtotal = items.reduce((sum, item) => {
    const price = priceOf(world, item.price)
    return isTrial && price.recurring ? sum : sum + amountOf(price, item.quantity)
  }, 0)
  const row = sessionFrom({
    id,
    mode,
    url: `${world.url}/c/pay/${id}`,
    created: now,
    expires_at: wanted.expires_at ?? now + DAY,
    amount: mode === 'setup' ? null : subtotal,
    discount: discountOf(world, wanted, subtotal, prices[0]?.currency ?? 'usd'),
    currency: prices[0]?.currency ?? wanted.currency ?? null,
    metadata: mergeMetadata({}, wanted.metadata),
    wanted,
  })
  const { subscription_data: subscription, payment_intent_data: payment, setup_intent_data: setup } = wanted
  world.store.put('local.checkout_plan', {
    id,
    items,
    discounts: wanted.discounts ?? [],
    subscription: {
      ...subscription,
      description: subscription?.description ?? undefined,
      metadata: mergeMetadata({}, subscription?.metadata),
    },
    payment: {
      capture_method: payment?.capture_method,
      description: payment?.description ?? undefined,
      metadata: mergeMetadata({}, payment?.metadata),
    },
    setup: { description: setup?.description ?? undefined, metadata: mergeMetadata({}, setup?.metadata) },
  })
  schedule(world, 'session.expire', id, row.expires_at, clockOf(world, wanted.customer))
  return world.store.put('checkout.session', row)
}

export const checkoutSessionRoutes = [
  route('POST', '/v1/checkout/sessions', createParams, create),
  route('GET', '/v1/checkout/sessions', filters, ({ world, params: wanted, url }) => {
    const seen = world.store
      .all('checkout.session')
      .filter(
        (row) =>
          (wanted.customer ?? row.customer) === row.customer &&
          (wanted.payment_intent ?? row.payment_intent) === row.payment_intent &&
          (wanted.subscription ?? row.subscription) === row.subscription &&
          (wanted.status ?? row.status) === row.status &&
          (wanted.customer_details?.email ?? row.customer_details?.email) === row.customer_details?.email,
      )
    return page(url, seen, wanted)
  }),
  route('GET', '/v1/checkout/sessions/:id', params({}), ({ world, path }) => sessionOf(world, path())),
  route(
    'POST',
    '/v1/checkout/sessions/:id',
    params({ metadata: metadata.optional(), ...accepted('collected_information', 'shipping_options') }),
    ({ world, params: wanted, path }) => {
      const row = sessionOf(world, path())
      return world.store.put('checkout.session', {
        ...row,
        metadata: mergeMetadata(row.metadata, wanted.metadata),
      })
    },
  ),
  route(
    'GET',
    '/v1/checkout/sessions/:id/line_items',
    listParams({}),
    ({ world, params: wanted, path, url }) =>
      page(url, (lineItemsOf(world, sessionOf(world, path()).id) as { id: string }[]).reverse(), wanted),
  ),
  route('POST', '/v1/checkout/sessions/:id/expire', params({}), ({ world, path }) => {
    const row = sessionOf(world, path())
    if (row.status !== 'open') {
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${row.status ?? 'unknown'}.`,
      )
    }
    return expireSession(world, row)
  }),
]
