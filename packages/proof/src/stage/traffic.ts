import type { StripeLocal } from '@paidup/stripe-local'
import { act, newCustomer, type Customer } from '../record/customers.ts'
import { Chance } from '../schedule/chance.ts'
import { delivered } from './drained.ts'
import type { Product } from './product.ts'

export type Traffic = {
  seed: number
  customers: number
  /** Of twelve days, in each of which every customer does two things; more when the trouble lasts longer. */
  rounds: number
  signal: AbortSignal
}

/** How Local Stripe delivers: late, doubled, out of order, told twice, with answers lost. */
export const HOSTILE = {
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

/** How it answers once the customers are there: it refuses, dawdles and hangs up. */
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
export async function customersLive(
  { recorder }: Product,
  { seed, customers: count, rounds, signal }: Traffic,
  answers: Answers,
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
    noteAnswers(recorder.local, answers)
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

/** What was answered, whether or not Stripe heard of it: event ids, and how often each delivery was refused. */
export type Answers = { acknowledged: Set<string>; refused: Map<string, number> }

export function noteAnswers({ world }: StripeLocal, { acknowledged, refused }: Answers): void {
  for (const { id, event, attempts } of world.store.each('local.delivery')) {
    const good = attempts.filter(({ status }) => status !== null && status >= 200 && status < 300).length
    if (good > 0) acknowledged.add(event)
    refused.set(id, attempts.length - good)
  }
}
