-- AlterTable
ALTER TABLE "stripe_payments" ADD COLUMN     "has_facts" BOOLEAN NOT NULL DEFAULT false;

UPDATE "stripe_payments" SET "has_facts" = true
WHERE "stripe_payment_id" IN (SELECT "stripe_payment_id" FROM "payments");

-- DropIndex
DROP INDEX "payments_org_id_idx";

-- DropIndex
DROP INDEX "payments_stripe_customer_id_idx";

-- DropIndex
DROP INDEX "payments_stripe_payment_id_idx";

-- CreateIndex
CREATE INDEX "payments_org_id_occurred_at_id_idx" ON "payments"("org_id", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "payments_stripe_customer_id_occurred_at_id_idx" ON "payments"("stripe_customer_id", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "payments_stripe_payment_id_idx" ON "payments"("stripe_payment_id") WHERE (stripe_payment_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "payments_disputes_idx" ON "payments"("stripe_payment_id") WHERE (kind = ANY (ARRAY['dispute_opened'::text, 'dispute_won'::text, 'dispute_lost'::text]));

-- CreateIndex
CREATE INDEX "payments_failures_idx" ON "payments"("stripe_object_id") WHERE (kind = 'invoice_payment_failed'::text);

-- CreateIndex
CREATE INDEX "stripe_payments_invoice_with_facts_idx" ON "stripe_payments"("stripe_invoice_id", "stripe_payment_id") WHERE has_facts;

-- CreateIndex
CREATE INDEX "stripe_payments_checkout_with_facts_idx" ON "stripe_payments"("stripe_checkout_session_id", "stripe_payment_id") WHERE has_facts;

-- CreateIndex
CREATE INDEX "quarantined_events_unresolved_idx" ON "quarantined_events"("id") WHERE (resolved_at IS NULL);

-- As before, but invoices and payments are arrays, which are made once, so that the facts about each are found by an
-- index: of a join the planner may think that to read all facts is cheaper.
CREATE OR REPLACE FUNCTION organization_seats(org TEXT, instant TIMESTAMPTZ) RETURNS INTEGER
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  WITH bought AS (
    SELECT plan.*, e.status, e.quantity,
           GREATEST(
             -- When the open invoice could not be paid first.
             (SELECT min(failed.occurred_at) FROM payments failed
              WHERE failed.kind = 'invoice_payment_failed'
                AND failed.stripe_object_id = ANY (ARRAY(
                  SELECT stripe_invoice_id FROM invoices i WHERE i.stripe_subscription_id = e.stripe_subscription_id))
                AND NOT COALESCE((
                  SELECT true FROM payments settled
                  WHERE settled.stripe_object_id = failed.stripe_object_id
                    AND settled.kind IN ('invoice_paid', 'invoice_voided', 'invoice_marked_uncollectible')
                  LIMIT 1), false)),
             -- When the period began; in UTC, as Stripe reckons.
             (e.current_period_end AT TIME ZONE 'UTC'
               - CASE e."interval" WHEN 'year' THEN interval '1 year' ELSE interval '1 month' END) AT TIME ZONE 'UTC'
           ) AS overdue_from,
           ARRAY(SELECT stripe_payment_id FROM stripe_payments WHERE stripe_invoice_id = ANY (ARRAY(
             SELECT stripe_invoice_id FROM invoices i
             WHERE i.stripe_subscription_id = e.stripe_subscription_id))) AS paid_by
    FROM billing_customers customer
      JOIN plan_entitlements e USING (stripe_customer_id)
      JOIN catalogue_plans plan ON plan.key = e.plan AND plan.livemode = customer.livemode
    WHERE customer.org_id = org
    UNION ALL
    SELECT plan.*, s.status, s.quantity, NULL,
           ARRAY(SELECT stripe_payment_id FROM stripe_payments p
                 WHERE p.stripe_checkout_session_id = s.stripe_checkout_session_id)
    FROM purchases s JOIN catalogue_plans plan ON plan.key = s.product AND plan.livemode = s.livemode
    WHERE s.org_id = org OR (s.org_id IS NULL AND s.stripe_customer_id = ANY (ARRAY(
      SELECT stripe_customer_id FROM billing_customers WHERE org_id = org OR former_org_id = org)))
  ),
  granting AS (
    SELECT bought.* FROM bought, LATERAL (
      SELECT COALESCE(bool_or(lost AND NOT won), false) AS is_lost,
             COALESCE(bool_or(opened AND NOT won AND NOT lost), false) AS is_open
      FROM (SELECT bool_or(kind = 'dispute_opened') AS opened, bool_or(kind = 'dispute_won') AS won,
                   bool_or(kind = 'dispute_lost') AS lost
            FROM payments
            WHERE stripe_payment_id = ANY (bought.paid_by) AND kind IN ('dispute_opened', 'dispute_won', 'dispute_lost')
            GROUP BY stripe_object_id) dispute
    ) disputed
    WHERE NOT is_lost AND NOT (is_open AND while_disputed = 'suspend')
      AND (status IN ('active', 'trialing', 'paid', 'partially_refunded')
        OR (status = 'past_due' AND instant < overdue_from + interval '168 hours'))
  )
  SELECT COALESCE((
    SELECT CASE WHEN is_per_seat THEN quantity ELSE 1 END FROM granting ORDER BY rank DESC, quantity DESC LIMIT 1
  ), 1)
$$;
