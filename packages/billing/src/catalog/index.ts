export { creditPackByKey, isSold, isSubscribed, planByKey } from './lookup.ts'
export {
  catalog,
  creditPacks,
  type BillingInterval,
  type CreditPack,
  type Feature,
  type Plan,
  type PlanKey,
  type ProductKey,
} from './plans.ts'
