import { CheckoutRefused, SpendRefused } from '@paidup/billing'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'

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

/** Why a procedure refused: for billing's reason, or because the viewer's role may not. */
export type Refusal = {
  reason: CheckoutRefused['reason'] | SpendRefused['reason'] | 'not_allowed'
  /** For the customer: what is in the way, and what to do. */
  text: string
  /** Of an answer over HTTP. */
  status: number
}

/** The refusal that a procedure's error stands for; null for a fault. Over HTTP the error's `data.reason` has the reason. */
export function refusalFrom(error: unknown): Refusal | null {
  if (!(error instanceof TRPCError)) return null
  const { cause, code, message: text } = error
  const status = getHTTPStatusCodeFromError(error)
  if (code === 'FORBIDDEN') return { reason: 'not_allowed', text, status }
  if (cause instanceof CheckoutRefused || cause instanceof SpendRefused)
    return { reason: cause.reason, text, status }
  return null
}
