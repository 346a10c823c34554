import pg from 'pg'
import { POOL_SIZE } from '../stage/web.ts'

/**
 * The yardstick: what one subscription event asked of PostgreSQL when it was first measured, sent by `pg` without
 * anything around it. BEGIN, claim, link, write, `graphile_worker.add_job`, COMMIT: it keeps these for ever, whatever the
 * product does by now, so that ratios of different days are to the same thing.
 */
export class RawStatements {
  readonly #pool: pg.Pool

  constructor(databaseUrl: string) {
    this.#pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE })
    // A run that is stopped drops the database before this is closed.
    this.#pool.on('error', () => undefined)
  }

  /** @param id of the event, its subscription, its customer and its organization */
  async process(id: string): Promise<void> {
    const client = await this.#pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(CLAIM, ['4000', 'stripe', `evt_${id}`, 'customer.subscription.updated'])
      await client.query(LINK, [`cus_${id}`, `org_${id}`, false, true])
      await client.query(WRITE, writeValues(id))
      await client.query(ENQUEUE, [
        'reread_subscription',
        JSON.stringify({ subscriptionId: `sub_${id}` }),
        2,
        `subscription:sub_${id}`,
        'preserve_run_at',
      ])
      await client.query('COMMIT')
    } finally {
      client.release()
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

function writeValues(id: string): unknown[] {
  const periodEnd = '2026-10-15T00:00:00.000Z'
  const told = '2026-09-21T00:00:01.000Z'
  return [
    `sub_${id}`,
    `cus_${id}`,
    'pro',
    'active',
    1,
    'price_pro',
    'month',
    periodEnd,
    null,
    null,
    false,
    told,
  ]
}

const CLAIM = `
  WITH bound AS MATERIALIZED (SELECT set_config('lock_timeout', $1, true))
  INSERT INTO processed_events (provider, event_id, event_type)
  SELECT $2, $3, $4 FROM bound
  ON CONFLICT (provider, event_id) DO NOTHING
  RETURNING id`

const LINK = `
  INSERT INTO billing_customers AS row (stripe_customer_id, org_id, livemode, is_certain)
  VALUES ($1, $2, $3, $4)
  ON CONFLICT (stripe_customer_id) DO UPDATE SET
    org_id = CASE WHEN row.deleted_at IS NULL THEN EXCLUDED.org_id END,
    former_org_id = CASE WHEN row.deleted_at IS NOT NULL THEN EXCLUDED.org_id END,
    is_certain = EXCLUDED.is_certain
  WHERE (EXCLUDED.is_certain AND NOT row.is_certain)
     OR (row.deleted_at IS NOT NULL AND row.former_org_id IS NULL)`

const WRITE = `
  INSERT INTO plan_entitlements AS row (
    stripe_subscription_id, stripe_customer_id, plan, status, quantity, price_id, "interval",
    current_period_end, trial_end, cancel_at, cancel_at_period_end, last_event_at)
  VALUES ($1, $2, $3, $4, $5::int, $6, $7, $8::timestamptz, $9::timestamptz, $10::timestamptz, $11, $12::timestamptz)
  ON CONFLICT (stripe_subscription_id) DO UPDATE SET
    stripe_customer_id = EXCLUDED.stripe_customer_id, plan = EXCLUDED.plan, status = EXCLUDED.status,
    quantity = EXCLUDED.quantity, price_id = EXCLUDED.price_id, "interval" = EXCLUDED."interval",
    current_period_end = EXCLUDED.current_period_end, trial_end = EXCLUDED.trial_end,
    cancel_at = EXCLUDED.cancel_at, cancel_at_period_end = EXCLUDED.cancel_at_period_end, updated_at = now(),
    last_event_at = EXCLUDED.last_event_at
  WHERE (row.last_event_at IS NULL OR row.last_event_at < EXCLUDED.last_event_at)
    AND (row.read_at IS NULL OR row.read_at < EXCLUDED.last_event_at)
  RETURNING id`

const ENQUEUE = `
  SELECT id::text FROM graphile_worker.add_job(
    $1, $2::json, run_at => now() + make_interval(secs => $3::int), job_key => $4, job_key_mode => $5)`
