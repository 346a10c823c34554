import type { changePlan, ProductKey } from '@paidup/billing'
import { z } from 'zod'
import { MOST_UNITS } from './limits.ts'

type SubscribablePlan = Parameters<typeof changePlan>[1]['plan']

/** What can be bought; the compiler misses what the catalogue has and this has not. */
export const productKey = z.enum({
  pro: 'pro',
  lifetime: 'lifetime',
  team: 'team',
  credits_100: 'credits_100',
} satisfies { [Key in ProductKey]: Key })

/** The plans that a subscription can be changed to. */
const subscribablePlan = z.enum({ pro: 'pro', team: 'team' } satisfies {
  [Key in SubscribablePlan]: Key
})

export const billingInterval = z.enum(['month', 'year'])

/** How many seats, or credit packs. */
export const units = z.number().int().min(1).max(MOST_UNITS)

/** What a subscription is to be. */
export const planChange = z.object({
  plan: subscribablePlan,
  interval: billingInterval,
  /** Seats of a plan that is sold per seat. */
  quantity: units.default(1),
})
