import { HISTORY_LINES, paymentHistory } from '@paidup/billing'
import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { procedureFor, router } from '../trpc.ts'

const page = z.object({
  /** The `businessKey` of the last line of the page before. */
  before: z
    .string()
    .min(1)
    .max(500)
    .regex(/^[^\0]*$/)
    .optional(),
  limit: z.number().int().min(1).max(HISTORY_LINES).optional(),
})

export const paymentsRouter = router({
  /**
   * What happened to the money of the viewer's organization, the newest first, a hundred lines at most or `limit`;
   * those after them with the `businessKey` of the last as `before`.
   * @returns lines `{ businessKey, kind, amount, currency, occurredAt, hostedInvoiceUrl, invoicePdf, isSettled }`;
   *   `amount` in minor units of `currency`. Where an invoice could not be collected and is not settled, it can be
   *   paid at `hostedInvoiceUrl`.
   * @throws NOT_FOUND `before` is no line of the organization's
   */
  list: procedureFor('read')
    .input(page.optional())
    .query(async ({ ctx, input }) => {
      const lines = await paymentHistory(ctx.services, ctx.viewer.orgId, input)
      if (!lines)
        throw new TRPCError({
          code: 'NOT_FOUND',
          message: 'There is no such payment to go on from: begin with the newest page.',
        })
      return lines
    }),
})
