export {
  catalog,
  creditPacks,
  type BillingInterval,
  type CreditPack,
  type Feature,
  type Plan,
  type PlanKey,
  type ProductKey,
} from './catalog.ts'
export { creditPackByKey, planByKey } from './catalog-lookup.ts'
export { changePlan, type ChangeResult } from './checkout/change-plan.ts'
export { createCheckout } from './checkout/create-checkout.ts'
export { hurryCheckout } from './checkout/hurry-checkout.ts'
export { openPortal } from './checkout/open-portal.ts'
export { CheckoutRefused } from './checkout/refused.ts'
export type { CheckoutState } from './checkout-progress.ts'
export { creditBalance, spendCredits, SpendRefused } from './credits.ts'
export type { Clock, JobDeps, Log } from './deps.ts'
export type { Entitlement } from './entitlement.ts'
export { handledTypes } from './handlers.ts'
export { tasks } from './jobs/tasks.ts'
export { outcomes, type Outcome } from './outcome.ts'
export { checkoutProgress, currentEntitlement, paymentHistory } from './read-model.ts'
export { replayQuarantined } from './replay-quarantined.ts'
export { setupCatalogue } from './setup-catalogue.ts'
export { setupEndpoint } from './setup-endpoint.ts'
export type { PaymentLine } from './sql/select-payments.ts'
export { removeSupersededJobs } from './sql/remove-superseded-jobs.ts'
export { unlockAbandonedJobs } from './sql/unlock-abandoned-jobs.ts'
export { createSkewAlarm } from './skew-alarm.ts'
export { createStripe } from './stripe.ts'
export { signatureFaults, type SignatureFault } from './verify.ts'
export { catalogueFaults, syncCatalogue, syncCatalogueUntilDone } from './sync-catalogue.ts'
export { processWebhook } from './webhook.ts'
