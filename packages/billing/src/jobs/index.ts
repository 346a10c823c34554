export type { JobDeps } from '../deps.ts'
export { unlockAbandonedJobs } from '../sql/unlock-abandoned-jobs.ts'
export { rereadCheckout } from './reread-checkout.ts'
export { tasks } from './tasks.ts'
