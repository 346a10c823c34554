import { catalog, creditPacks, isSold, isSubscribed } from '@paidup/billing/catalog'
import { z } from 'zod'
import { MOST_UNITS } from './limits.ts'

/** What can be bought: all that the catalogue has a price for. */
export const productKey = z.enum([...catalog.filter(isSold), ...creditPacks].map(({ key }) => key))

/** The plans that a subscription can be changed to. */
const subscriptionKey = z.enum(catalog.filter(isSubscribed).map(({ key }) => key))

export const billingInterval = z.enum(
  catalog.flatMap(({ prices }) => prices.flatMap(({ interval }) => interval ?? [])),
)

/** How many seats, or credit packs. */
export const units = z.number().int().min(1).max(MOST_UNITS)

/** What a subscription is to be. */
export const planChange = z.object({
  plan: subscriptionKey,
  interval: billingInterval,
  /** Seats of a plan that is sold per seat. */
  quantity: units.default(1),
})
