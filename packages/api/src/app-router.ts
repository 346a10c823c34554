import { checkoutRouter } from './routers/checkout.ts'
import { creditsRouter } from './routers/credits.ts'
import { entitlementRouter } from './routers/entitlement.ts'
import { paymentsRouter } from './routers/payments.ts'
import { subscriptionRouter } from './routers/subscription.ts'
import { createCallerFactory, router } from './trpc.ts'

export const appRouter = router({
  checkout: checkoutRouter,
  credits: creditsRouter,
  entitlement: entitlementRouter,
  payments: paymentsRouter,
  subscription: subscriptionRouter,
})

export type AppRouter = typeof appRouter

/** Calls procedures on the server, without HTTP: `createCaller(context).entitlement.current()`. */
export const createCaller = createCallerFactory(appRouter)
