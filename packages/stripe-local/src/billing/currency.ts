import { invalidRequest } from '../core/errors.ts'
import type { PriceRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'

/**
 * A customer has one currency at a time: nothing that is to be billed in another may be running or waiting
 * (docs.stripe.com/billing/customer). Throws 400.
 */
export function refuseOtherCurrency(world: World, customer: string, currency: string): void {
  const other = runningCurrencies(world, customer).find((running) => running !== currency)
  if (other === undefined) return
  throw invalidRequest(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${other}.`,
  )
}

function runningCurrencies(world: World, customer: string): string[] {
  const subscriptions = world.store
    .all('subscription')
    .filter((row) => row.customer === customer && row.ended_at === null)
  const items = world.store
    .all('invoiceitem')
    .filter((row) => row.customer === customer && row.invoice === null)
  return [...subscriptions, ...items].map(({ currency }) => currency)
}

/** All prices of a subscription are of its currency; `at` names the parameter of each. Throws 400. */
export function refuseMixedCurrencies(
  prices: readonly (PriceRow | undefined)[],
  currency: string | undefined,
  at: (index: number) => string,
): void {
  const expected = currency ?? prices[0]?.currency
  prices.forEach((price, index) => {
    if (!price || price.currency === expected) return
    throw invalidRequest(
      `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${expected ?? ''}\`.`,
      at(index),
    )
  })
}
