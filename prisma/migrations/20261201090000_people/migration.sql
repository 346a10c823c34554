-- ---------------------------------------------------------------------------------------------------------
-- Roles
-- ---------------------------------------------------------------------------------------------------------

-- Who is an owner among other things has an owner's rights today and keeps them, or an organization might be left
-- without one. Every other word gets the least rights.
UPDATE "members"
SET "role" = CASE WHEN 'owner' = ANY (string_to_array(replace("role", ' ', ''), ',')) THEN 'owner' ELSE 'member' END
WHERE "role" NOT IN ('owner', 'billing', 'member');

UPDATE "invitations" SET "role" = 'member' WHERE "role" IS NULL OR "role" NOT IN ('owner', 'billing', 'member');

ALTER TABLE "members" ADD CONSTRAINT "members_role_check" CHECK ("role" IN ('owner', 'billing', 'member'));
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_check" CHECK ("role" IN ('owner', 'billing', 'member'));

-- An organization with members has an owner. Whoever takes one away waits for whoever is taking another.
CREATE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.role = 'owner' AND NEW.organization_id = OLD.organization_id THEN
    RETURN NEW;
  END IF;

  -- Written and not just locked: at REPEATABLE READ, where what follows reads an older snapshot, this fails instead.
  UPDATE organizations SET name = name WHERE id = OLD.organization_id;
  IF NOT FOUND OR EXISTS (
    SELECT FROM members WHERE organization_id = OLD.organization_id AND role = 'owner' AND id <> OLD.id
  ) THEN
    -- Not found: the organization itself is being deleted.
    RETURN COALESCE(NEW, OLD);
  END IF;

  -- Who has left nobody behind may be deleted, too.
  IF TG_OP = 'DELETE'
    AND NOT EXISTS (SELECT FROM users WHERE id = OLD.user_id)
    AND NOT EXISTS (SELECT FROM members WHERE organization_id = OLD.organization_id AND id <> OLD.id)
  THEN
    RETURN OLD;
  END IF;

  RAISE EXCEPTION 'This organization has no other owner.' USING ERRCODE = 'PU002';
END $$;

CREATE TRIGGER keep_an_owner BEFORE DELETE OR UPDATE OF "role", "organization_id" ON "members"
  FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION keep_an_owner();

-- ---------------------------------------------------------------------------------------------------------
-- Seats
-- ---------------------------------------------------------------------------------------------------------

-- CreateTable
CREATE TABLE "catalogue_plans" (
    "key" TEXT NOT NULL,
    "rank" INTEGER NOT NULL,
    "is_per_seat" BOOLEAN NOT NULL,
    "while_disputed" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,

    CONSTRAINT "catalogue_plans_pkey" PRIMARY KEY ("key")
);

-- How many people an organization may have at an instant: `seats` of `currentEntitlementFrom`, from the same rows by
-- the same rules. 1 where nothing grants more, and where the catalogue is not here.
CREATE FUNCTION organization_seats(org TEXT, instant TIMESTAMPTZ) RETURNS INTEGER
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  WITH bought AS (
    SELECT plan.*, e.status, e.quantity,
           GREATEST(
             -- When the open invoice could not be paid first.
             (SELECT min(failed.occurred_at)
              FROM payments failed JOIN invoices i ON i.stripe_invoice_id = failed.stripe_object_id
              WHERE i.stripe_subscription_id = e.stripe_subscription_id AND failed.kind = 'invoice_payment_failed'
                AND NOT EXISTS (
                  SELECT FROM payments settled
                  WHERE settled.stripe_object_id = failed.stripe_object_id
                    AND settled.kind IN ('invoice_paid', 'invoice_voided', 'invoice_marked_uncollectible'))),
             -- When the period began; in UTC, as Stripe reckons.
             (e.current_period_end AT TIME ZONE 'UTC'
               - CASE e."interval" WHEN 'year' THEN interval '1 year' ELSE interval '1 month' END) AT TIME ZONE 'UTC'
           ) AS overdue_from,
           ARRAY(SELECT p.stripe_payment_id FROM stripe_payments p JOIN invoices i USING (stripe_invoice_id)
                 WHERE i.stripe_subscription_id = e.stripe_subscription_id) AS paid_by
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
            FROM payments WHERE stripe_payment_id = ANY (bought.paid_by) GROUP BY stripe_object_id) dispute
    ) disputed
    WHERE NOT is_lost AND NOT (is_open AND while_disputed = 'suspend')
      AND (status IN ('active', 'trialing', 'paid', 'partially_refunded')
        OR (status = 'past_due' AND instant < overdue_from + interval '168 hours'))
  )
  SELECT COALESCE((
    SELECT CASE WHEN is_per_seat THEN quantity ELSE 1 END FROM granting ORDER BY rank DESC, quantity DESC LIMIT 1
  ), 1)
$$;

-- A member takes a seat. Whoever joins waits for whoever is joining; then what is read here has them in it.
CREATE FUNCTION take_a_seat() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  taken BIGINT;
  seats INTEGER;
BEGIN
  -- Written and not just locked, for the same reason as above.
  UPDATE organizations SET name = name WHERE id = NEW.organization_id;
  -- Who is a member already is refused by the unique index, in its words, or left alone by an ON CONFLICT.
  IF EXISTS (SELECT FROM members WHERE organization_id = NEW.organization_id AND user_id = NEW.user_id) THEN
    RETURN NEW;
  END IF;
  SELECT count(*) INTO taken FROM members WHERE organization_id = NEW.organization_id;
  seats := organization_seats(NEW.organization_id, now());
  -- The first is always let in, or nobody could look after an organization whose seats were all given up.
  IF taken > 0 AND taken >= seats THEN
    RAISE EXCEPTION 'This organization has % % and % %.',
      seats, CASE seats WHEN 1 THEN 'seat' ELSE 'seats' END, taken, CASE taken WHEN 1 THEN 'member' ELSE 'members' END
      USING ERRCODE = 'PU001';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER take_a_seat BEFORE INSERT ON "members" FOR EACH ROW EXECUTE FUNCTION take_a_seat();

CREATE TRIGGER take_a_seat_elsewhere BEFORE UPDATE OF "organization_id" ON "members"
  FOR EACH ROW WHEN (OLD.organization_id <> NEW.organization_id) EXECUTE FUNCTION take_a_seat();
