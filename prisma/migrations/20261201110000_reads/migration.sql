-- Stop web and worker before this is applied: the code before it draws from the sequence that goes here, and
-- enqueues jobs that the code after it does not know.

CREATE TABLE "reads" (
    "kind" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "wanted" BIGINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "is_urgent" BOOLEAN NOT NULL DEFAULT false,
    "drawn" BIGINT NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,

    CONSTRAINT "reads_pkey" PRIMARY KEY ("kind", "object_id")
);

-- The reads that are wanted, in the order in which they are taken: few, however many objects there are.
CREATE INDEX "reads_due" ON "reads" ("is_urgent" DESC, "due_at") WHERE "due_at" IS NOT NULL;

-- Every row changes a few times for each event of its object, so the table is kept airy.
ALTER TABLE "reads" SET (fillfactor = 70);

-- The counter of a subscription goes on above every ticket that was ever drawn from the sequence.
INSERT INTO "reads" ("kind", "object_id", "drawn")
SELECT 'subscription', "stripe_subscription_id", GREATEST("read_ticket", (SELECT "last_value" FROM "read_ticket"))
FROM "plan_entitlements";

DROP SEQUENCE "read_ticket";

-- Re-reads that wait as jobs are read at once. The schema of graphile-worker is not there on a new database.
DO $$
BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NOT NULL THEN
    INSERT INTO "reads" ("kind", "object_id", "wanted", "due_at")
    SELECT DISTINCT 'subscription', j."payload" ->> 'subscriptionId', 1, now()
    FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t."id" = j."task_id" AND t."identifier" = 'reread_subscription'
    ON CONFLICT ("kind", "object_id") DO UPDATE SET "wanted" = 1, "due_at" = EXCLUDED."due_at";

    DELETE FROM graphile_worker._private_jobs j
    USING graphile_worker._private_tasks t
    WHERE t."id" = j."task_id" AND t."identifier" = 'reread_subscription';
  END IF;
END $$;
