export { mayDo, refusalWords, roleFrom, roles, type Action, type Role } from './access.ts'
export { createCaller, appRouter, type AppRouter } from './app-router.ts'
export type { ApiServices, Context, Viewer } from './context.ts'
export { billingInterval, planChange } from './for-sale.ts'
