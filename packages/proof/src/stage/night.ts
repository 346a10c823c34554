import type { StripeLocal } from '@paidup/stripe-local'
import { differencesBetween } from '../oracle/differences.ts'
import { endStatesOf } from '../oracle/end-states.ts'
import { expectedState } from '../oracle/expected-state.ts'
import { act, newCustomer, type Customer } from '../record/customers.ts'
import { openDirectDb } from '../replay/direct-db.ts'
import { Chance } from '../schedule/chance.ts'
import { delivered, jobsDone } from './drained.ts'
import { openProduct, type Product, type ProductOptions } from './product.ts'

/** What became of the product in a night. */
export type Morning = { events: number; facts: number; acknowledged: number; differences: string[] }

export type NightOptions = Pick<ProductOptions, 'databaseUrl' | 'path' | 'signal'> & {
  seed: number
  customers: number
  /** Of twelve days, in each of which every customer does two things; more when the trouble lasts longer. */
  rounds: number
  /** Where the rows are read in the end, when the product itself goes another way to its database. */
  readUrl?: string
}

/**
 * Lets customers buy, change, fail to pay and be refunded at a Stripe that delivers in a hostile way, while `trouble`
 * does to the product what the drill is about. Then all is up and calm, everything drains, and each row is compared
 * with Stripe's own objects.
 * @param trouble leaves everything running when it ends
 */
export async function liveThrough(
  options: NightOptions,
  trouble: (product: Product) => Promise<void>,
): Promise<Morning> {
  const { signal, databaseUrl, readUrl = databaseUrl } = options
  const product = await openProduct({ ...options, seed: `night ${options.seed}`, delivery: HOSTILE })
  try {
    const over = new AbortController()
    const acknowledged = new Set<string>()
    await Promise.all([
      trouble(product).finally(() => over.abort()),
      customersLive(product, options, acknowledged, over.signal),
    ])
    const { local } = product.recorder
    await delivered(local, signal)
    noteAcknowledged(local, acknowledged)
    local.dispatcher.configure({})
    const givenUp = await jobsDone(readUrl, signal)
    const { differences, ...counts } = await compare(product, readUrl)
    const stuck = givenUp > 0 ? [`${givenUp} jobs were given up`] : []
    return { ...counts, acknowledged: acknowledged.size, differences: [...stuck, ...differences] }
  } finally {
    await product.close()
  }
}

/** Late, doubled, out of order, told twice, answers lost. */
const HOSTILE = {
  duplicates: 0.25,
  copies: 2,
  twins: 0.1,
  shuffleWindowMs: 250,
  dropAcknowledgement: 0.1,
  concurrency: 16,
  // Without an end: a drill lasts longer than the patience of a Stripe whose hours are seconds.
  retryScheduleMs: [100, 200, 400, 800, ...Array.from({ length: 500 }, () => 1000)],
  timeoutMs: 12_000,
}

/** A Stripe that refuses, dawdles and hangs up, whoever asks for what the product asks for. */
const HOSTILE_API = {
  paths: ['subscriptions', 'invoices', 'refunds', 'charges', 'checkout'].map((path) => `/v1/${path}`),
  rateLimited: 0.03,
  serverError: 0.03,
  slow: 0.05,
  slowMs: 500,
  reset: 0.02,
}

const AT_ONCE = 6
const DAYS_A_ROUND = 12

/** Rounds of days in which each customer does something, until the trouble is over. */
async function customersLive(
  { recorder }: Product,
  { seed, customers: count, rounds, signal }: NightOptions,
  acknowledged: Set<string>,
  over: AbortSignal,
): Promise<void> {
  const chance = new Chance(seed)
  const customers: Customer[] = []
  await atOnce(
    Array.from({ length: count }, (_, n) => n),
    async (n) => {
      customers.push(await newCustomer(recorder, chance, `org_${n}`))
    },
  )
  recorder.local.dispatcher.configure({ ...HOSTILE, api: HOSTILE_API })
  for (let round = 0; round < rounds || !over.aborted; round += 1) {
    await atOnce(customers, (customer) => act(recorder, chance, customer))
    await atOnce(customers, (customer) => act(recorder, chance, customer))
    // Events that are thirty days old are forgotten, also those that were not delivered.
    await delivered(recorder.local, signal)
    noteAcknowledged(recorder.local, acknowledged)
    await recorder.wait(DAYS_A_ROUND)
  }
}

async function atOnce<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  const left = [...things]
  const next = async () => {
    for (let thing = left.shift(); thing !== undefined; thing = left.shift()) await work(thing)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

/** Adds the events that an endpoint has answered with a 2xx, whether or not Stripe heard of it. */
function noteAcknowledged({ world }: StripeLocal, acknowledged: Set<string>): void {
  for (const { event, attempts } of world.store.each('local.delivery'))
    if (attempts.some(({ status }) => status !== null && status >= 200 && status < 300))
      acknowledged.add(event)
}

async function compare(
  { recorder }: Product,
  readUrl: string,
): Promise<Pick<Morning, 'events' | 'facts' | 'differences'>> {
  const recording = await recorder.finish()
  const direct = await openDirectDb(readUrl)
  const [end] = await endStatesOf(direct.read)
  await direct.close()
  const expected = expectedState(recording)
  return {
    events: recording.events.length,
    facts: expected.payments.length,
    differences: end ? differencesBetween(end.state, expected) : ['nothing was written at all'],
  }
}
