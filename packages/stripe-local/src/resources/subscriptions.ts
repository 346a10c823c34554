import type { z } from 'zod'
import { cancelNow } from '../billing/cancel.ts'
import { collectInvoice, methodFor } from '../billing/collect.ts'
import { refuseMixedCurrencies } from '../billing/currency.ts'
import { createSubscription, type SubscribeWishes } from '../billing/subscribe.ts'
import { invalidRequest, missingParam, noSuch, noSuchReference } from '../core/errors.ts'
import { mergeMetadata } from '../core/fields.ts'
import type { SubscriptionRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { referToCustomer } from '../objects/customer.ts'
import { priceOf } from '../objects/price.ts'
import { subscriptionById } from '../objects/subscription.ts'
import { refusePeriodEnd } from './subscription-lookup.ts'
import { cancelParams, createParams, filters } from './subscription-params.ts'
import { resumeParams, updateParams } from './subscription-update-params.ts'
import { resumeSubscription, updateSubscription } from './subscription-update.ts'

/** The prices and quantities a new subscription asks for; each price must recur. */
function itemsFrom(world: World, items: z.infer<typeof createParams>['items']): SubscribeWishes['items'] {
  if (items.length === 0) throw missingParam('items')
  return items.map((wanted, index) => {
    const id = wanted.price ?? wanted.plan
    if (id === undefined) throw missingParam(`items[${index}][price]`)
    const price = priceOf(world, id, `items[${index}][price]`)
    if (!price.recurring) {
      throw invalidRequest(
        `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
        `items[${index}][price]`,
      )
    }
    return { price, quantity: wanted.quantity, metadata: mergeMetadata({}, wanted.metadata) }
  })
}

function create({ world, params: wanted }: Call<z.infer<typeof createParams>>): SubscriptionRow {
  refusePeriodEnd(wanted.billing_mode?.type, wanted.cancel_at)
  const customer = referToCustomer(world, wanted.customer)
  const now = timeFor(world, customer.id)
  const days = wanted.trial_period_days
  const method = wanted.default_payment_method
  if (method !== undefined && world.store.get('payment_method', method)?.customer !== customer.id) {
    throw noSuchReference('PaymentMethod', method, 'default_payment_method')
  }
  const behaviour = wanted.payment_behavior ?? 'allow_incomplete'
  if (behaviour === 'pending_if_incomplete') {
    throw invalidRequest(
      '`pending_if_incomplete` is only used with updates and cannot be passed when creating a Subscription.',
      'payment_behavior',
    )
  }
  const trialsUntil =
    days === undefined ? (wanted.trial_end === 'now' ? undefined : wanted.trial_end) : now + days * 86_400
  const items = itemsFrom(world, wanted.items)
  const prices = items.map(({ price }) => price)
  refuseMixedCurrencies(prices, undefined, (index) => `items[${index}][price]`)
  const isCollected = wanted.collection_method !== 'send_invoice' && behaviour !== 'default_incomplete'
  const hasMethod = method ?? customer.invoice_settings.default_payment_method ?? customer.default_source
  const costs = trialsUntil === undefined && items.some(({ price }) => price.unit_amount !== 0)
  if (isCollected && costs && hasMethod == null) {
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
      undefined,
      'resource_missing',
    )
  }
  const { subscription, invoice } = createSubscription(world, {
    customer,
    items,
    method: method ?? null,
    metadata: mergeMetadata({}, wanted.metadata),
    description: wanted.description ?? null,
    collection: wanted.collection_method,
    daysUntilDue: wanted.days_until_due,
    trialEnd: trialsUntil,
    trialEndBehaviour: wanted.trial_settings?.end_behavior.missing_payment_method,
    coupons: wanted.coupon === undefined ? wanted.discounts : [{ coupon: wanted.coupon }],
    anchor: wanted.billing_cycle_anchor,
    billingMode: wanted.billing_mode?.type,
    cancelAt: wanted.cancel_at,
    cancelAtPeriodEnd: wanted.cancel_at_period_end,
  })
  if (isCollected || invoice.amount_due === 0) {
    collectInvoice(world, invoice, methodFor(world, invoice), { offSession: wanted.off_session ?? false })
  }
  return subscriptionById(world, subscription.id)
}

const hasStatus = (row: SubscriptionRow, status: string | undefined) => {
  if (status === 'all') return true
  if (status === 'ended') return row.ended_at !== null
  return status === undefined
    ? row.status !== 'canceled' && row.status !== 'incomplete_expired'
    : row.status === status
}

export const subscriptionRoutes = [
  route('POST', '/v1/subscriptions', createParams, create),
  route('GET', '/v1/subscriptions', filters, ({ world, params: wanted, url }) => {
    const seen = world.store
      .all('subscription')
      .filter(
        (row) =>
          (wanted.customer ?? row.customer) === row.customer &&
          (wanted.test_clock ?? row.test_clock) === row.test_clock &&
          (wanted.price === undefined || row.items.data.some(({ price }) => price.id === wanted.price)) &&
          hasStatus(row, wanted.status),
      )
    return page(url, seen, wanted)
  }),
  route('GET', '/v1/subscriptions/:id', params({}), ({ world, path }) => subscriptionById(world, path())),
  route('POST', '/v1/subscriptions/:id', updateParams, updateSubscription),
  route('POST', '/v1/subscriptions/:id/resume', resumeParams, resumeSubscription),
  route('DELETE', '/v1/subscriptions/:id', cancelParams, ({ world, params: wanted, path }) => {
    const row = subscriptionById(world, path())
    if (row.ended_at !== null) throw noSuch('subscription', row.id)
    return cancelNow(world, row, wanted.cancellation_details)
  }),
]
