import { CheckoutRefused, type Entitlement } from '@paidup/billing'
import { TRPCError } from '@trpc/server'
import { lapsedWords } from './lapsed-words.ts'

type Refusal = 'not_allowed' | 'seats_in_use' | 'already_subscribed' | 'not_for_sale' | 'unavailable'

/** Why no checkout began. The procedure has logged what went wrong; the shopper needs to know what to do. */
export function refusalFrom(error: unknown): Refusal {
  if (!(error instanceof TRPCError)) return 'unavailable'
  if (error.code === 'FORBIDDEN') return 'not_allowed'
  if (error.cause instanceof CheckoutRefused && error.cause.reason === 'seats_in_use') return 'seats_in_use'
  if (error.code === 'CONFLICT') return 'already_subscribed'
  return error.code === 'BAD_REQUEST' ? 'not_for_sale' : 'unavailable'
}

/**
 * What to say to who has a plan already: one that runs, one that has lapsed or is not paid for yet, or one that was
 * just bought and does not run yet.
 * @param lapsedPlan the lapsed plan's name
 */
export function alreadySubscribedWords(
  { plan, lapsed }: Pick<Entitlement, 'plan' | 'lapsed'>,
  lapsedPlan: string,
): { title: string; text: string } {
  const nothingStarted = 'A second one would charge you twice, so nothing was started.'
  if (lapsed) {
    const words = lapsedWords(lapsed)
    return {
      title: `You have bought ${lapsedPlan} already`,
      text: `It is not over: ${words.status}, access ${words.access}. ${nothingStarted}`,
    }
  }
  if (plan !== 'free') return { title: 'You have a plan already', text: nothingStarted }
  return {
    title: 'You have bought a plan already',
    text: `It starts by itself as soon as we hear that its payment went through. ${nothingStarted}`,
  }
}

/** The title of what a plain member is told. */
export const NOT_ALLOWED = 'You cannot buy for this organization'

/** Refusals whose own words are for the shopper: they say who may buy, or how many members have to fit. */
const IN_WORDS: Partial<Record<Refusal, { title: string; status: number }>> = {
  not_allowed: { title: NOT_ALLOWED, status: 403 },
  seats_in_use: { title: 'There are more members than seats', status: 409 },
}

/** @returns what to say, with the status to answer with; null for a refusal that has no words of its own */
export function refusalInWords(error: unknown): { title: string; text: string; status: number } | null {
  const page = IN_WORDS[refusalFrom(error)]
  return page && error instanceof Error ? { ...page, text: error.message } : null
}
