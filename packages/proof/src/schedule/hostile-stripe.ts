import { fixture } from '@paidup/billing/testing'
import type Stripe from 'stripe'
import type { Chance } from './chance.ts'

const STATUSES = ['incomplete', 'active', 'active', 'trialing', 'past_due', 'unpaid', 'paused'] as const
const TYPES = ['updated', 'updated', 'updated', 'trial_will_end', 'paused', 'resumed'] as const

/** Most customers have one subscription, some have two: events of one customer are never taken in together. */
function customerOf(subscription: string): string {
  return `cus_of_${subscription.replace(/5$/, '4')}`
}

type Items = { items: { data: [{ price: object }] } }
type Delivery = (event: Stripe.Event) => Promise<void>

/**
 * A Stripe whose subscriptions change at random, many times a second, and whose events come late, out of order,
 * more than once and at the same time. Its one clock has whole seconds, as `created` and the Date header have.
 */
export class HostileStripe {
  #second = Math.floor(Date.now() / 1000)
  #events = 0
  #twins = 0
  readonly #chance: Chance
  readonly #deliver: Delivery
  /** Every subscription as it is now. */
  readonly truth = new Map<string, object>()
  readonly #underWay: Promise<void>[] = []

  constructor(chance: Chance, deliver: Delivery) {
    this.#chance = chance
    this.#deliver = deliver
  }

  /** Events that were sent, each at least once. */
  get eventCount(): number {
    return this.#events + this.#twins
  }

  /** Stripe's clock, as a Date of whole seconds. */
  now(): Date {
    return new Date(this.#second * 1000)
  }

  /** One subscription's life: up to six changes, each told by one event or by two. */
  async live(id: string): Promise<void> {
    const changes = 1 + this.#chance.below(6)
    for (let change = 0; change < changes; change += 1) {
      const isEnd = change > 0 && change === changes - 1 && this.#chance.isLucky(0.2)
      const type = change === 0 ? 'created' : isEnd ? 'deleted' : this.#chance.pick(TYPES)
      this.#change(id, type, isEnd ? 'canceled' : this.#chance.pick(STATUSES))
      if (this.#chance.isLucky(0.2)) this.#second += 1
      await this.#chance.pause(this.#chance.isLucky(0.7) ? 5 : 60)
    }
  }

  /** Returns when every event has been delivered. */
  async delivered(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  #change(id: string, type: string, status: string): void {
    const { items } = fixture('customer.subscription.updated').data.object as unknown as Items
    const [item] = items.data
    const changed = {
      ...item,
      quantity: 1 + this.#chance.below(1000),
      current_period_end: 1_800_000_000 + this.#chance.below(1000),
      price: {
        ...item.price,
        lookup_key: this.#chance.pick(['pro_monthly', 'team_yearly', null]),
        product: 'prod_any',
      },
    }
    const event = this.#event(`customer.subscription.${type}`, {
      id,
      customer: customerOf(id),
      status,
      cancel_at: this.#chance.pick([null, 1_900_000_000]),
      cancel_at_period_end: this.#chance.isLucky(0.3),
      trial_end: this.#chance.pick([null, 1_850_000_000]),
      items: { ...items, data: [changed] },
    })
    this.truth.set(id, event.data.object)
    this.#send(event)
    if (!this.#chance.isLucky(0.1)) return
    this.#twins += 1
    this.#send({ ...event, id: `${event.id}_twin` })
  }

  #event(type: string, object: object): Stripe.Event {
    this.#events += 1
    const isUnknown = this.#chance.isLucky(0.05)
    const event = {
      id: `evt_hostile_${this.#events}`,
      created: this.#second,
      ...(isUnknown && { api_version: '2031-01-01.future' }),
    }
    return fixture(type, { object, event })
  }

  #send(event: Stripe.Event): void {
    const copies = 1 + this.#chance.below(3)
    for (let copy = 0; copy < copies; copy += 1) {
      const delay = this.#chance.isLucky(0.5) ? 10 : 400
      this.#underWay.push(this.#chance.pause(delay).then(() => this.#deliver(event)))
    }
  }
}
