import type { StripeLocal } from '@paidup/stripe-local'
import pg from 'pg'
import { until } from './waiting.ts'

/** Milliseconds. Long, because the trouble of a drill may go on meanwhile, on a busy machine. */
const DELIVERED_WITHIN = 300_000
const DONE_WITHIN = 120_000

/** Waits until Local Stripe has delivered all it has to. @throws Error when it does not come to that */
export function delivered(local: StripeLocal, signal: AbortSignal): Promise<void> {
  return until(() => local.dispatcher.isIdle(), {
    what: 'every event is delivered',
    within: DELIVERED_WITHIN,
    signal,
    every: 100,
  })
}

/**
 * Waits until no job and no read is left, and lets none wait for its time, which is not what is tried here: neither for its next
 * try nor, where its worker was killed, until it is held to be abandoned.
 * @returns how many were given up for good
 */
export async function jobsDone(databaseUrl: string, signal: AbortSignal): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const isDone = async () => {
      await client.query(HURRY_READS)
      await client.query(HURRY_JOBS)
      const { rows } = await client.query<{ left: number }>(LEFT)
      return rows[0]?.left === 0
    }
    await until(isDone, { what: 'every job is done', within: DONE_WITHIN, signal, every: 250 })
    const { rows } = await client.query<{ given_up: number }>(GIVEN_UP)
    return rows[0]?.given_up ?? 0
  } finally {
    await client.end()
  }
}

// What has been read for five seconds is held to be abandoned, as a job is below: done twice, it does no harm.
const HURRY_READS = `UPDATE reads SET due_at = now() WHERE due_at > now() AND due_at < now() + interval '85 seconds'`

const HURRY_JOBS = `
  UPDATE graphile_worker._private_jobs SET
    run_at = LEAST(run_at, now()),
    locked_at = CASE WHEN locked_at < now() - interval '5 seconds' THEN now() - interval '1 hour' ELSE locked_at END
  WHERE attempts < max_attempts AND (run_at > now() OR locked_at < now() - interval '5 seconds')`

const LEFT = `
  SELECT ((SELECT count(*) FROM graphile_worker._private_jobs WHERE attempts < max_attempts)
          + (SELECT count(due_at) FROM reads))::int AS left`

// Without a key are those that a later job has taken the place of.
const GIVEN_UP = `
  SELECT count(*)::int AS given_up FROM graphile_worker._private_jobs WHERE attempts >= max_attempts AND key IS NOT NULL`
