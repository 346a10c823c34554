import { describe, expect, it } from 'vitest'
import { UnexpectedShape } from '../errors.ts'
import { subscriptionFrom } from './subscription.ts'
import { fixture } from '../testing/fixtures.ts'

const entitlementFrom = (object: object) => subscriptionFrom(object).fields
const subscription = () =>
  fixture('customer.subscription.updated').data.object as unknown as Record<string, unknown>

type Item = { quantity: number; price: { lookup_key: string | null; product: string } }
/** The recorded subscription with other items. */
function withItems(change: (item: Item) => Item[]): object {
  const recorded = structuredClone(subscription()) as { items: { data: Item[] } }
  return { ...recorded, items: { ...recorded.items, data: recorded.items.data.flatMap(change) } }
}

describe('entitlementFrom', () => {
  it('reads plan, seats and the period from the item', () => {
    expect(entitlementFrom(subscription())).toEqual({
      stripeSubscriptionId: 'sub_1Pd0fixture',
      stripeCustomerId: 'cus_Pd0fixture',
      plan: 'pro',
      status: 'active',
      quantity: 1,
      priceId: 'price_1Pd0promonthly',
      interval: 'month',
      currentPeriodEnd: new Date(1792592000 * 1000),
      trialEnd: null,
      cancelAt: null,
      cancelAtPeriodEnd: false,
    })
  })

  it('reads the period from the subscription where the API version is older than Basil', () => {
    const old = structuredClone(subscription()) as { items: { data: { current_period_end?: number }[] } }
    delete old.items.data[0]!.current_period_end
    expect(entitlementFrom({ ...old, current_period_end: 1792592000 }).currentPeriodEnd).toEqual(
      new Date(1792592000 * 1000),
    )
  })

  it('has no period end where neither place has one', () => {
    const bare = structuredClone(subscription()) as { items: { data: { current_period_end?: number }[] } }
    delete bare.items.data[0]!.current_period_end
    expect(entitlementFrom(bare).currentPeriodEnd).toBeNull()
  })

  it('calls the plan of a foreign price unknown', () => {
    const foreign = withItems((item) => [
      { ...item, price: { ...item.price, lookup_key: null, product: 'prod_other' } },
    ])
    expect(entitlementFrom(foreign).plan).toBe('unknown')
  })

  it('knows a plan by its product when the lookup key has moved on to a newer price', () => {
    const moved = withItems((item) => [
      { ...item, price: { ...item.price, lookup_key: null, product: 'paidup_pro' } },
    ])
    expect(entitlementFrom(moved).plan).toBe('pro')
  })

  it('takes the item with the best plan, wherever it stands', () => {
    const priced = (item: Item, lookup_key: string, quantity: number) => ({
      ...item,
      quantity,
      price: { ...item.price, lookup_key, product: 'prod_other' },
    })
    const three = withItems((item) => [
      priced(item, 'addon', 9),
      priced(item, 'team_yearly', 4),
      priced(item, 'pro_monthly', 1),
    ])
    expect(entitlementFrom(three)).toMatchObject({ plan: 'team', quantity: 4 })
  })

  it('reads an expanded customer', () => {
    expect(entitlementFrom({ ...subscription(), customer: { id: 'cus_expanded' } }).stripeCustomerId).toBe(
      'cus_expanded',
    )
  })

  it('names the wrong fields and not what is in them', () => {
    const broken = { ...subscription(), status: 7, trial_end: 'secret' }
    expect(() => entitlementFrom(broken)).toThrow(UnexpectedShape)
    expect(() => entitlementFrom(broken)).toThrow(/status: .*trial_end: /)
    expect(() => entitlementFrom(broken)).not.toThrow(/secret/)
  })

  it('refuses text that the database cannot hold', () => {
    expect(() => entitlementFrom({ ...subscription(), status: 'act\0ive' })).toThrow(
      /status: must not contain a NUL/,
    )
  })
})
