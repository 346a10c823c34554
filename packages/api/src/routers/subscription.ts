import { changePlan, openPortal } from '@paidup/billing'
import { planChange } from '../for-sale.ts'
import { orRefusal } from '../refusal.ts'
import { procedureFor, router } from '../trpc.ts'

export const subscriptionRouter = router({
  /**
   * Changes plan, interval and seats of the viewer's organization's subscription; what is not to change is given as
   * it is. What it costs is invoiced at once. The entitlement follows within moments.
   * @returns `{ state: 'unchanged' }`; `{ state: 'changed', paymentKey }`, the `businessKey` of the line of
   *   `payments.list` that will tell what it cost (null where nothing was paid); or
   *   `{ state: 'awaiting_payment', invoiceUrl }`: then all stays as it was until the invoice is paid, on Stripe's page
   *   that `invoiceUrl` names (null when Stripe names none).
   * @throws FORBIDDEN the viewer may not change the plan · BAD_REQUEST a plan that is not sold so · CONFLICT there is no
   *   subscription, an invoice of it is overdue, or there are more members than there would be seats ·
   *   PRECONDITION_FAILED the catalogue is not set up at Stripe
   */
  change: procedureFor('change')
    .input(planChange)
    .mutation(({ ctx, input }) => orRefusal(changePlan(ctx.services, { ...input, orgId: ctx.viewer.orgId }))),

  /**
   * Opens Stripe's customer portal: to cancel, to take that back, to change the card, to find invoices.
   * @returns `{ url }`, good for a few minutes
   * @throws FORBIDDEN the viewer may not · CONFLICT the viewer's organization has never subscribed
   */
  portal: procedureFor('portal').mutation(async ({ ctx }) => ({
    url: await orRefusal(openPortal(ctx.services, ctx.viewer.orgId)),
  })),
})
