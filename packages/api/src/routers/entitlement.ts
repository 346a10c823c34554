import { checkoutProgress, currentEntitlement } from '@paidup/billing'
import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { procedureFor, router } from '../trpc.ts'

export const entitlementRouter = router({
  /** What the viewer's organization may do now: plan, features, seats, next renewal or end. */
  current: procedureFor('read').query(({ ctx }) => currentEntitlement(ctx.services, ctx.viewer.orgId)),

  /**
   * How far a checkout has come: `{ state, plan, seats, quantity }`. Everything but `finalizing` is final.
   * @throws NOT_FOUND no such session, or one of another organization
   */
  forCheckout: procedureFor('read')
    .input(
      z.object({
        sessionId: z
          .string()
          .min(1)
          .max(255)
          .regex(/^[^\0]*$/),
      }),
    )
    .query(async ({ ctx, input }) => {
      const progress = await checkoutProgress(ctx.services, ctx.viewer.orgId, input.sessionId)
      if (!progress) throw new TRPCError({ code: 'NOT_FOUND', message: 'There is no such checkout.' })
      const { product, ...rest } = progress
      return { ...rest, plan: product }
    }),
})
