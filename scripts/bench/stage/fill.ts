import type pg from 'pg'

/** Events that were claimed before, up to number `to`. Their ids are as Stripe's are, in no order. */
export async function fillLedger(pool: pg.Pool, from: number, to: number): Promise<void> {
  // Written in the order of the index, which takes a fraction of the time.
  await pool.query(
    `INSERT INTO processed_events (provider, event_id, event_type, received_at)
     SELECT 'stripe', 'evt_' || md5(n::text), 'invoice.paid', now() - n * interval '1 second'
     FROM generate_series($1::int + 1, $2::int) n ORDER BY 2`,
    [from, to],
  )
  await pool.query('VACUUM ANALYZE processed_events')
}

/** Other organizations, each with a customer and a subscription. */
export async function fillEntitlements(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO billing_customers (stripe_customer_id, org_id, livemode)
     SELECT 'cus_' || n, 'org_' || n, false FROM generate_series(1, $1::int) n`,
    [count],
  )
  await pool.query(
    `INSERT INTO plan_entitlements (stripe_subscription_id, stripe_customer_id, plan, status, quantity, price_id,
                                    "interval", current_period_end, last_event_at)
     SELECT 'sub_' || n, 'cus_' || n, 'pro', 'active', 1, 'price_pro', 'month', now() + interval '20 days', now()
     FROM generate_series(1, $1::int) n`,
    [count],
  )
  await pool.query('VACUUM ANALYZE billing_customers, plan_entitlements')
}

/** An organization with a subscription and so many payments. @param name of its customer and its subscription */
export async function subscribe(pool: pg.Pool, orgId: string, name: string, payments: number): Promise<void> {
  await pool.query(
    `INSERT INTO billing_customers (stripe_customer_id, org_id, livemode) VALUES ('cus_' || $1, $2, false)`,
    [name, orgId],
  )
  await pool.query(
    `INSERT INTO plan_entitlements (stripe_subscription_id, stripe_customer_id, plan, status, quantity, price_id,
                                    "interval", current_period_end, last_event_at)
     VALUES ('sub_' || $1, 'cus_' || $1, 'pro', 'active', 1, 'price_pro', 'month', now() + interval '20 days', now())`,
    [name],
  )
  await pay(pool, { prefix: `${name}_`, from: 0, to: payments, whose: `$4`, parameters: [name] })
}

/** Payments number `from` to `to` of the organizations of `fillEntitlements`, of each as many. */
export async function fillPayments(
  pool: pg.Pool,
  from: number,
  to: number,
  organizations: number,
): Promise<void> {
  await pay(pool, { prefix: '', from, to, whose: `(n % $4::int + 1)::text`, parameters: [organizations] })
  await pool.query('VACUUM ANALYZE payments, invoices, stripe_payments')
}

type Payments = { prefix: string; from: number; to: number; whose: string; parameters: unknown[] }

/** An invoice each. Of a hundred one could not be paid, one was refunded, and of five hundred one is disputed. */
async function pay(pool: pg.Pool, { prefix, from, to, whose, parameters }: Payments): Promise<void> {
  const given = [prefix, from, to, ...parameters]
  const numbers = 'generate_series($2::int + 1, $3::int) n'
  await pool.query(
    `INSERT INTO invoices (stripe_invoice_id, stripe_subscription_id)
     SELECT 'in_' || $1 || n, 'sub_' || ${whose} FROM ${numbers}`,
    given,
  )
  await pool.query(
    `INSERT INTO stripe_payments (stripe_payment_id, stripe_invoice_id)
     SELECT 'pi_' || $1 || n, 'in_' || $1 || n FROM ${numbers}`,
    given.slice(0, 3),
  )
  await pool.query(
    `INSERT INTO payments (business_key, kind, stripe_object_id, stripe_payment_id, stripe_customer_id, livemode,
                           amount, currency, occurred_at)
     SELECT 'invoice:' || one || ':paid', 'invoice_paid', 'in_' || one, NULL, 'cus_' || ${whose}, false, 1900, 'usd', at
     FROM ${numbers}, LATERAL (SELECT $1 || n AS one, now() - n * interval '1 minute' AS at) WHERE n % 100 <> 0
     UNION ALL
     SELECT 'invoice:' || one || ':failed', 'invoice_payment_failed', 'in_' || one, NULL, 'cus_' || ${whose}, false,
            1900, 'usd', at
     FROM ${numbers}, LATERAL (SELECT $1 || n AS one, now() - n * interval '1 minute' AS at) WHERE n % 100 = 0
     UNION ALL
     SELECT 'refund:re_' || one, 'refund', 're_' || one, 'pi_' || one, NULL, false, 1900, 'usd', at
     FROM ${numbers}, LATERAL (SELECT $1 || n AS one, now() - n * interval '1 minute' AS at) WHERE n % 100 = 1
     UNION ALL
     SELECT 'dispute:dp_' || one || ':opened', 'dispute_opened', 'dp_' || one, 'pi_' || one, NULL, false, 1900,
            'usd', at
     FROM ${numbers}, LATERAL (SELECT $1 || n AS one, now() - n * interval '1 minute' AS at) WHERE n % 500 = 2`,
    given,
  )
}
