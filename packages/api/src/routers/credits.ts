import { creditBalance, spendCredits, SpendRefused } from '@paidup/billing'
import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { procedureFor, router } from '../trpc.ts'

const CODES = {
  not_enough_credits: 'PAYMENT_REQUIRED',
  key_reused: 'CONFLICT',
} as const satisfies Record<SpendRefused['reason'], TRPCError['code']>

/** PostgreSQL keeps no NUL in a text. */
const text = z.string().regex(/^[^\0]*$/)

export const creditsRouter = router({
  /** The credits of the viewer's organization. Below zero where some were spent and then refunded. */
  balance: procedureFor('read').query(({ ctx }) => creditBalance(ctx.services, ctx.viewer.orgId)),

  /**
   * Spends credits of the viewer's organization, once for each `idempotencyKey`, so that a request can be repeated
   * until it is answered. Never more than there are, however many ask at once.
   * @returns the balance after it
   * @throws PAYMENT_REQUIRED there are not enough · CONFLICT the key has spent another number of credits
   */
  spend: procedureFor('spend')
    .input(
      z.object({
        credits: z.number().int().min(1),
        idempotencyKey: text.min(1).max(100),
        /** What it is for, as the customer will read it. */
        note: text.max(200).optional(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      try {
        return await spendCredits(ctx.services, { ...input, orgId: ctx.viewer.orgId })
      } catch (error) {
        if (!(error instanceof SpendRefused)) throw error
        throw new TRPCError({ code: CODES[error.reason], message: adviceOn(error), cause: error })
      }
    }),
})

function adviceOn({ reason, message }: SpendRefused): string {
  return reason === 'not_enough_credits' ? `${message} Buy more, or spend fewer.` : message
}
