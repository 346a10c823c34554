import { subscriptionFrom, type TestWebhook } from '@paidup/billing/testing'
import { expect } from 'vitest'
import { idIn, type Told } from '../replay/copies.ts'
import { openDirectDb } from '../replay/direct-db.ts'
import type { Telling } from '../replay/tell-lives.ts'
import { endStatesOf, type EndState } from './end-states.ts'

/** Expects that so many lives have all ended alike, as Stripe has it, and that nothing is left to be done. */
export async function expectOneEnd(webhook: TestWebhook, count: number, expected: EndState): Promise<void> {
  const { read, close } = await openDirectDb(webhook.url)
  const ends = await endStatesOf(read)
  const jobs = await read({ text: 'SELECT * FROM graphile_worker._private_jobs', values: [] })
  const reads = await read({ text: 'SELECT * FROM reads WHERE due_at IS NOT NULL', values: [] })
  await close()
  for (const { state, lives } of ends)
    expect(state, `how ${lives[0]} ended, and ${lives.length - 1} more`).toMatchObject(expected)
  expect(ends.map(({ lives }) => lives.length)).toEqual([count])
  expect(jobs).toEqual([])
  expect(reads).toEqual([])
}

/**
 * Expects of a subscription that no job has read yet what the mark makes of its payloads: the newest second counts,
 * and of several events of that second the one that came first.
 */
export async function expectNewestPayload({ read, life }: Telling, order: readonly Told[]): Promise<void> {
  const told = order.filter(({ event }) => event.type.startsWith('customer.subscription.'))
  const newest = Math.max(...told.map(({ event }) => event.created))
  const first = told.find(({ event }) => event.created === newest)
  const { stripeSubscriptionId, plan, status, quantity, currentPeriodEnd } = subscriptionFrom(
    first?.event.data.object,
  ).fields
  const rows = await read({
    text: `SELECT plan, status, quantity, current_period_end AS "currentPeriodEnd"
           FROM plan_entitlements WHERE stripe_subscription_id = $1`,
    values: [idIn(stripeSubscriptionId, life)],
  })
  expect(rows, `life ${life} before Stripe was asked`).toEqual([{ plan, status, quantity, currentPeriodEnd }])
}
