import { CheckoutRefused } from '@paidup/billing'
import { TRPCError } from '@trpc/server'

const CODES = {
  not_for_sale: 'BAD_REQUEST',
  already_subscribed: 'CONFLICT',
  already_owned: 'CONFLICT',
  no_subscription: 'CONFLICT',
  payment_overdue: 'CONFLICT',
  seats_in_use: 'CONFLICT',
  price_missing: 'PRECONDITION_FAILED',
} as const satisfies Record<CheckoutRefused['reason'], TRPCError['code']>

/** What billing refuses to sell, as callers are told it: the `cause` has the reason. Other errors stay as they are. */
export async function orRefusal<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    if (!(error instanceof CheckoutRefused)) throw error
    throw new TRPCError({ code: CODES[error.reason], message: error.message, cause: error })
  }
}
