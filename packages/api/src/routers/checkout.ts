import { createCheckout } from '@paidup/billing'
import { z } from 'zod'
import { billingInterval, productKey, units } from '../for-sale.ts'
import { orRefusal } from '../refusal.ts'
import { procedureFor, router } from '../trpc.ts'

export const checkoutRouter = router({
  /**
   * Begins a checkout of a plan or a credit pack for the viewer's organization.
   * @returns `{ url }`, Stripe's hosted page to send the shopper to.
   * @throws FORBIDDEN the viewer may not buy · BAD_REQUEST something that is not sold so · CONFLICT the organization
   *   already has that plan, or more, or has more members than it would have seats · PRECONDITION_FAILED the catalogue
   *   is not set up at Stripe
   */
  create: procedureFor('buy')
    .input(
      z.object({
        plan: productKey,
        /** How often it is paid; absent for what is paid once. */
        interval: billingInterval.nullish(),
        /** Seats of a plan that is sold per seat, or how many credit packs. */
        quantity: units.default(1),
      }),
    )
    .mutation(async ({ ctx, input: { plan, interval = null, quantity } }) => {
      const { userId, email, orgId } = ctx.viewer
      const order = { product: plan, interval, quantity, userId, email, orgId }
      const { url } = await orRefusal(createCheckout(ctx.services, order))
      return { url }
    }),
})
