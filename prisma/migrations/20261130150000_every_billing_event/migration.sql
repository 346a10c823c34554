-- AlterTable
ALTER TABLE "billing_customers" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "former_org_id" TEXT,
ADD COLUMN     "is_certain" BOOLEAN NOT NULL DEFAULT true,
ALTER COLUMN "org_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "checkout_sessions" ADD COLUMN     "is_payment_failed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "purchases" (
    "id" BIGSERIAL NOT NULL,
    "stripe_checkout_session_id" TEXT NOT NULL,
    "stripe_payment_id" TEXT,
    "stripe_customer_id" TEXT,
    "org_id" TEXT,
    "livemode" BOOLEAN NOT NULL,
    "product" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "amount_refunded" BIGINT NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "purchases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payments" (
    "id" BIGSERIAL NOT NULL,
    "business_key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "stripe_object_id" TEXT NOT NULL,
    "stripe_payment_id" TEXT,
    "stripe_customer_id" TEXT,
    "org_id" TEXT,
    "livemode" BOOLEAN NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "event_id" TEXT,
    "hosted_invoice_url" TEXT,
    "invoice_pdf" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stripe_payments" (
    "stripe_payment_id" TEXT NOT NULL,
    "stripe_invoice_id" TEXT,
    "stripe_checkout_session_id" TEXT,
    "amount_refunded_told" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stripe_payments_pkey" PRIMARY KEY ("stripe_payment_id")
);

-- CreateTable
CREATE TABLE "invoices" (
    "stripe_invoice_id" TEXT NOT NULL,
    "stripe_subscription_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("stripe_invoice_id")
);

-- CreateTable
CREATE TABLE "credit_entries" (
    "id" BIGSERIAL NOT NULL,
    "business_key" TEXT NOT NULL,
    "source_key" TEXT,
    "org_id" TEXT,
    "stripe_customer_id" TEXT,
    "livemode" BOOLEAN NOT NULL,
    "delta" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "note" TEXT,
    "amount_paid" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_accounts" (
    "org_id" TEXT NOT NULL,

    CONSTRAINT "credit_accounts_pkey" PRIMARY KEY ("org_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "purchases_stripe_checkout_session_id_key" ON "purchases"("stripe_checkout_session_id");

-- CreateIndex
CREATE INDEX "purchases_org_id_idx" ON "purchases"("org_id");

-- CreateIndex
CREATE INDEX "purchases_stripe_customer_id_idx" ON "purchases"("stripe_customer_id");

-- CreateIndex
CREATE INDEX "purchases_stripe_payment_id_idx" ON "purchases"("stripe_payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "payments_business_key_key" ON "payments"("business_key");

-- CreateIndex
CREATE INDEX "payments_stripe_payment_id_idx" ON "payments"("stripe_payment_id");

-- CreateIndex
CREATE INDEX "payments_stripe_object_id_idx" ON "payments"("stripe_object_id");

-- CreateIndex
CREATE INDEX "payments_stripe_customer_id_idx" ON "payments"("stripe_customer_id");

-- CreateIndex
CREATE INDEX "payments_org_id_idx" ON "payments"("org_id");

-- CreateIndex
CREATE INDEX "stripe_payments_stripe_invoice_id_idx" ON "stripe_payments"("stripe_invoice_id");

-- CreateIndex
CREATE INDEX "stripe_payments_stripe_checkout_session_id_idx" ON "stripe_payments"("stripe_checkout_session_id");

-- CreateIndex
CREATE INDEX "invoices_stripe_subscription_id_idx" ON "invoices"("stripe_subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_entries_business_key_key" ON "credit_entries"("business_key");

-- CreateIndex
CREATE INDEX "credit_entries_source_key_idx" ON "credit_entries"("source_key");

-- CreateIndex
CREATE INDEX "credit_entries_org_id_idx" ON "credit_entries"("org_id");

-- CreateIndex
CREATE INDEX "credit_entries_stripe_customer_id_idx" ON "credit_entries"("stripe_customer_id");

-- CreateIndex
CREATE INDEX "billing_customers_former_org_id_idx" ON "billing_customers"("former_org_id");



