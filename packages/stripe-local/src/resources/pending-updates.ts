import { methodOfSubscription } from '../billing/collect.ts'
import { invalidRequest } from '../core/errors.ts'
import type { SubscriptionRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'

const PAGE = 'https://stripe.com/docs/billing/subscriptions/pending-updates-reference#supported-attributes'
const OF_ITEM = ['expand', 'payment_behavior', 'price', 'proration_behavior', 'proration_date', 'quantity']
const OF_SUBSCRIPTION = [
  'add_invoice_items',
  'billing_cycle_anchor',
  'expand',
  'items',
  'off_session',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
  'trial_from_plan',
]

/**
 * Refuses `pending_if_incomplete` where a change cannot wait for its payment: beside a field that is not about money,
 * for a subscription that is not charged by Stripe, or with a bank debit, whose answer comes days later
 * (docs.stripe.com/billing/subscriptions/pending-updates). Throws 400.
 */
export function expectPendable(
  world: World,
  row: SubscriptionRow,
  wanted: Record<string, unknown>,
  of: 'item' | 'subscription',
): void {
  if (wanted.payment_behavior !== 'pending_if_incomplete') return
  const supported = of === 'item' ? OF_ITEM : OF_SUBSCRIPTION
  const other = Object.entries(wanted).find(([key, value]) => value !== undefined && !supported.includes(key))
  if (other) {
    throw invalidRequest(
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only pass supported params. \`${other[0]}\` is not supported. See ${PAGE} for more details.`,
      other[0],
    )
  }
  if (row.collection_method === 'send_invoice') {
    throw invalidRequest(
      '`payment_behavior` can only be set to `pending_if_incomplete` for subscriptions with `collection_method` set to `charge_automatically`.',
      'payment_behavior',
    )
  }
  const type = world.store.get('payment_method', methodOfSubscription(world, row))?.type ?? 'card'
  if (type.endsWith('_debit') || type === 'us_bank_account') {
    throw invalidRequest(
      `\`payment_behavior\` cannot be set to \`pending_if_incomplete\` when the subscription is paid by \`${type}\`. Pass another \`payment_behavior\`, or make the subscription be paid by card first.`,
      'payment_behavior',
    )
  }
}
