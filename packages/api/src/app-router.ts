import { checkoutRouter } from './routers/checkout.ts'
import { entitlementRouter } from './routers/entitlement.ts'
import { createCallerFactory, router } from './trpc.ts'

export const appRouter = router({
  checkout: checkoutRouter,
  entitlement: entitlementRouter,
})

export type AppRouter = typeof appRouter

/** Calls procedures on the server, without HTTP: `createCaller(context).entitlement.current()`. */
export const createCaller = createCallerFactory(appRouter)
