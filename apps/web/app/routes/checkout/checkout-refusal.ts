import type { Entitlement } from '@paidup/billing'
import { lapsedWords } from '../../catalog/lapsed-words.ts'

export type RefusalWords = { title: string; text: string }

/** Refusals whose own words are for the shopper: who may buy, or how many members have to fit. */
const TITLES = {
  not_allowed: 'You cannot buy for this organization',
  seats_in_use: 'There are more members than seats',
}

/** What to say of one of those. */
export function refusalInWords(refusal: { reason: keyof typeof TITLES; text: string }): RefusalWords {
  return { title: TITLES[refusal.reason], text: refusal.text }
}

/**
 * What to say to who has a plan already: one that runs, one that has lapsed or is not paid for yet, or one that was
 * just bought and does not run yet.
 * @param lapsedPlan the lapsed plan's name
 */
export function alreadySubscribedWords(
  { plan, lapsed }: Pick<Entitlement, 'plan' | 'lapsed'>,
  lapsedPlan: string,
): RefusalWords {
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
