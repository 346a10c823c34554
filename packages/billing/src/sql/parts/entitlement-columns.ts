import { Prisma } from '@paidup/db'
import type { EntitlementFields } from '../../mapping/subscription.ts'

/** What both writers of `plan_entitlements` set. */
export const columns = Prisma.sql`
  stripe_subscription_id, stripe_customer_id, plan, status, quantity, price_id, "interval",
  current_period_end, trial_end, cancel_at, cancel_at_period_end`

/** The same with their types, as `jsonb_to_recordset` wants them. */
export const typedColumns = Prisma.sql`
  stripe_subscription_id text, stripe_customer_id text, plan text, status text, quantity int, price_id text,
  "interval" text, current_period_end timestamptz, trial_end timestamptz, cancel_at timestamptz,
  cancel_at_period_end boolean`

/** What they are set to, by column; a Date becomes an instant with its offset in JSON. */
export function recordOf(fields: EntitlementFields): object {
  return {
    stripe_subscription_id: fields.stripeSubscriptionId,
    stripe_customer_id: fields.stripeCustomerId,
    plan: fields.plan,
    status: fields.status,
    quantity: fields.quantity,
    price_id: fields.priceId,
    interval: fields.interval,
    current_period_end: fields.currentPeriodEnd,
    trial_end: fields.trialEnd,
    cancel_at: fields.cancelAt,
    cancel_at_period_end: fields.cancelAtPeriodEnd,
  }
}

export const overwrite = Prisma.sql`
  stripe_customer_id = EXCLUDED.stripe_customer_id, plan = EXCLUDED.plan, status = EXCLUDED.status,
  quantity = EXCLUDED.quantity, price_id = EXCLUDED.price_id, "interval" = EXCLUDED."interval",
  current_period_end = EXCLUDED.current_period_end, trial_end = EXCLUDED.trial_end,
  cancel_at = EXCLUDED.cancel_at, cancel_at_period_end = EXCLUDED.cancel_at_period_end, updated_at = now()`
