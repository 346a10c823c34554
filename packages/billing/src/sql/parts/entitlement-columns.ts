import { Prisma } from '@paidup/db'
import type { EntitlementFields } from '../../mapping/subscription.ts'
import { instant } from './instant.ts'

/** What both writers of `plan_entitlements` set: the columns, their values, and the update of an existing row. */
export const columns = Prisma.sql`
  stripe_subscription_id, stripe_customer_id, plan, status, quantity, price_id, "interval",
  current_period_end, trial_end, cancel_at, cancel_at_period_end`

export function valuesOf(fields: EntitlementFields): Prisma.Sql {
  return Prisma.sql`
    ${fields.stripeSubscriptionId}, ${fields.stripeCustomerId}, ${fields.plan}, ${fields.status},
    ${fields.quantity}::int, ${fields.priceId}, ${fields.interval},
    ${instant(fields.currentPeriodEnd)}, ${instant(fields.trialEnd)}, ${instant(fields.cancelAt)},
    ${fields.cancelAtPeriodEnd}`
}

export const overwrite = Prisma.sql`
  stripe_customer_id = EXCLUDED.stripe_customer_id, plan = EXCLUDED.plan, status = EXCLUDED.status,
  quantity = EXCLUDED.quantity, price_id = EXCLUDED.price_id, "interval" = EXCLUDED."interval",
  current_period_end = EXCLUDED.current_period_end, trial_end = EXCLUDED.trial_end,
  cancel_at = EXCLUDED.cancel_at, cancel_at_period_end = EXCLUDED.cancel_at_period_end, updated_at = now()`
