import { CheckoutRefused, createCheckout } from '@paidup/billing'
import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { memberProcedure, router } from '../trpc.ts'

const CODES = {
  not_for_sale: 'BAD_REQUEST',
  already_subscribed: 'CONFLICT',
  already_owned: 'CONFLICT',
  no_subscription: 'CONFLICT',
  payment_overdue: 'CONFLICT',
  price_missing: 'PRECONDITION_FAILED',
} as const satisfies Record<CheckoutRefused['reason'], TRPCError['code']>

export const checkoutRouter = router({
  /**
   * Begins a checkout for the viewer's organization.
   * @returns `{ url }`, Stripe's hosted page to send the shopper to.
   * @throws BAD_REQUEST a plan that is not sold so · CONFLICT the organization already has a plan ·
   *   PRECONDITION_FAILED the catalogue is not set up at Stripe
   */
  create: memberProcedure
    .input(
      z.object({
        plan: z.enum(['pro', 'team']),
        interval: z.enum(['month', 'year']),
        /** Seats of a plan that is sold per seat. */
        quantity: z.number().int().min(1).max(1000).default(1),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { userId, email, orgId } = ctx.viewer
      try {
        const { url } = await createCheckout(ctx.services, { ...input, userId, email, orgId })
        return { url }
      } catch (error) {
        if (!(error instanceof CheckoutRefused)) throw error
        throw new TRPCError({ code: CODES[error.reason], message: error.message, cause: error })
      }
    }),
})
