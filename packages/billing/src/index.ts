export {
  catalog,
  creditPacks,
  type BillingInterval,
  type CreditPack,
  type Feature,
  type Plan,
  type PlanKey,
  type ProductKey,
} from './catalog/plans.ts'
export { creditPackByKey, isSold, isSubscribed, planByKey } from './catalog/lookup.ts'
export { changePlan, type ChangeResult } from './selling/change-plan.ts'
export { createCheckout } from './selling/create-checkout.ts'
export { hurryCheckout } from './jobs/reread-checkout.ts'
export { openPortal } from './selling/open-portal.ts'
export { CheckoutRefused } from './selling/checkout-refused.ts'
export type { CheckoutState } from './reading/checkout-state.ts'
export { spendCredits, SpendRefused } from './credits/spend-credits.ts'
export type { Clock, JobDeps, Log } from './deps.ts'
export type { Entitlement } from './reading/entitlement.ts'
export { handledTypes } from './handlers.ts'
export { tasks } from './jobs/tasks.ts'
export { outcomes, type Outcome } from './delivery/outcome.ts'
export { checkoutProgress } from './reading/checkout-progress.ts'
export { creditBalance } from './reading/credit-balance.ts'
export { currentEntitlement } from './reading/current-entitlement.ts'
export { paymentHistory } from './reading/payment-history.ts'
export { replayQuarantined } from './quarantine/replay-quarantined.ts'
export { setupCatalogue } from './set-up/setup-catalogue.ts'
export { setupEndpoint } from './set-up/setup-endpoint.ts'
export type { PaymentLine } from './sql/select-payment-history.ts'
export { unlockAbandonedJobs } from './sql/unlock-abandoned-jobs.ts'
export { createStripe } from './stripe/client.ts'
export { processWebhook } from './webhook.ts'
