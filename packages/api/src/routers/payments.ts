import { paymentHistory } from '@paidup/billing'
import { procedureFor, router } from '../trpc.ts'

export const paymentsRouter = router({
  /**
   * What happened to the money of the viewer's organization, the newest first, a hundred lines at most.
   * @returns lines `{ businessKey, kind, amount, currency, occurredAt, hostedInvoiceUrl, invoicePdf, isSettled }`;
   *   `amount` in minor units of `currency`. Where an invoice could not be collected and is not settled, it can be
   *   paid at `hostedInvoiceUrl`.
   */
  list: procedureFor('read').query(({ ctx }) => paymentHistory(ctx.services, ctx.viewer.orgId)),
})
