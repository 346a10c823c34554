import type { Db } from '@paidup/db'

/** Other orgs with a subscription each; a few of them have been billed for very long. */
const OTHERS = 8_000
const BILLED_EACH = 400
const INVOICES_EACH = 1_500

/** One org with nearly 5,000 lines of payments, and ids of some of what is its. */
export const BIG = {
  org: 'org_big',
  customer: 'cus_big_1',
  subscription: 'sub_big_1',
  invoice: 'in_big_1_1',
  payment: 'pi_big_1_1',
  checkout: 'cs_test_big_1',
}
const BIG_SUBSCRIPTIONS = 10
const BIG_INVOICES_EACH = 400

/** Every tenth invoice failed before, every twentieth payment was refunded and every fiftieth was disputed. */
const fills = [
  `CREATE TEMP TABLE subscription AS
   SELECT n::text AS n, 'org_' || n AS org, CASE WHEN n % ${BILLED_EACH} = 0 THEN ${INVOICES_EACH} ELSE 0 END AS invoices
   FROM generate_series(1, ${OTHERS}) n
   UNION ALL
   SELECT 'big_' || n, '${BIG.org}', ${BIG_INVOICES_EACH} FROM generate_series(1, ${BIG_SUBSCRIPTIONS}) n`,
  `CREATE TEMP TABLE invoice AS
   SELECT s.n AS subscription, s.n || '_' || m AS n, row_number() OVER (ORDER BY m, s.n) AS nth,
          timestamptz '2025-01-01' + m * interval '1 hour' AS paid_at
   FROM subscription s, generate_series(1, s.invoices) m`,
  `INSERT INTO billing_customers (stripe_customer_id, org_id, livemode)
   SELECT 'cus_' || n, org, false FROM subscription`,
  `INSERT INTO plan_entitlements (stripe_subscription_id, stripe_customer_id, plan, status, quantity, read_ticket)
   SELECT 'sub_' || n, 'cus_' || n, 'team', 'active', 1000, 1 FROM subscription`,
  `INSERT INTO reads (kind, object_id, drawn, due_at)
   SELECT 'subscription', 'sub_' || n, 1, CASE WHEN n LIKE '%00' THEN now() END FROM subscription`,
  `INSERT INTO checkout_sessions (id, org_id, mode, status, payment_status, stripe_subscription_id)
   SELECT 'cs_test_' || n, org, 'subscription', 'complete', 'paid', 'sub_' || n FROM subscription`,
  `INSERT INTO purchases (stripe_checkout_session_id, stripe_payment_id, org_id, livemode, product, quantity, status,
                          amount, currency)
   SELECT 'cs_test_' || n, 'pi_of_' || n, org, false, 'lifetime', 1, 'paid', 1900, 'usd' FROM subscription`,
  `INSERT INTO invoices (stripe_invoice_id, stripe_subscription_id)
   SELECT 'in_' || n, 'sub_' || subscription FROM invoice ORDER BY nth`,
  `INSERT INTO stripe_payments (stripe_payment_id, stripe_invoice_id)
   SELECT 'pi_' || n, 'in_' || n FROM invoice ORDER BY nth`,
  `INSERT INTO stripe_payments (stripe_payment_id, stripe_checkout_session_id)
   SELECT 'pi_of_' || n, 'cs_test_' || n FROM subscription`,
  factsOf('invoice_paid', 'true', 'in_', 'NULL'),
  factsOf('invoice_payment_failed', 'nth % 10 = 0', 'in_', 'NULL'),
  factsOf('refund', 'nth % 20 = 0', 're_', `'pi_' || n`),
  factsOf('dispute_opened', 'nth % 50 = 0', 'dp_', `'pi_' || n`),
  `INSERT INTO credit_entries (business_key, stripe_customer_id, livemode, delta, reason, amount_paid)
   SELECT 'invoice:in_' || n || ':paid', 'cus_' || subscription, false, 100, 'plan', 1900 FROM invoice`,
  `INSERT INTO credit_accounts (org_id) SELECT DISTINCT org FROM subscription`,
  `INSERT INTO processed_events (provider, event_id, event_type)
   SELECT 'stripe', 'evt_' || n, 'invoice.paid' FROM invoice`,
  `INSERT INTO stale_events (provider, event_id, event_type, object_id, event_created, mark)
   SELECT 'stripe', 'evt_' || n, 'customer.subscription.updated', 'sub_' || n, now(), now() FROM subscription`,
  `INSERT INTO quarantined_events (provider, event_id, event_type, payload, reason, resolved_at)
   SELECT 'stripe', 'evt_' || n, 'invoice.paid', '', 'unreadable', now() FROM subscription`,
  `INSERT INTO users (id, name, email) SELECT n, 'Ada', n || '@example.com' FROM subscription`,
  `INSERT INTO organizations (id, name, slug) SELECT DISTINCT org, 'Org', org FROM subscription`,
  `ALTER TABLE members DISABLE TRIGGER USER`,
  `INSERT INTO members (id, organization_id, user_id, role) SELECT n, org, n, 'owner' FROM subscription`,
  `ALTER TABLE members ENABLE TRIGGER USER`,
  `INSERT INTO catalogue_plans (key, rank, is_per_seat, while_disputed, livemode) VALUES ('team', 1, true, 'keep', false)`,
  `UPDATE stripe_payments p SET has_facts = true WHERE EXISTS (
     SELECT FROM payments f WHERE f.stripe_payment_id = p.stripe_payment_id)`,
  `ANALYZE`,
]

function factsOf(kind: string, when: string, object: string, payment: string): string {
  return `
    INSERT INTO payments (business_key, kind, stripe_object_id, stripe_payment_id, stripe_customer_id, livemode,
                          amount, currency, occurred_at)
    SELECT '${kind}:' || n, '${kind}', '${object}' || n, ${payment},
           CASE WHEN ${payment} IS NULL THEN 'cus_' || subscription END, false, 1900, 'usd', paid_at
    FROM invoice WHERE ${when} ORDER BY nth`
}

/**
 * Fills the tables of an empty database as years of business would.
 * @param db has one connection
 */
export async function fillTables(db: Db): Promise<void> {
  for (const fill of fills) await db.$executeRawUnsafe(fill)
}
