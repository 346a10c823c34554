import type { Entitlement } from '@paidup/billing'
import { formatDay } from './dates.ts'
import { lapsedWords } from './lapsed-words.ts'

type Line = { term: string; fact: string }

/** What a plan's owner should know about it, line by line. `planName` is how the catalogue calls it, or the one that has lapsed. */
export function billingLines(entitlement: Entitlement, planName: string): Line[] {
  const { seats, interval, plan, lapsed } = entitlement
  if (lapsed) {
    const { status, access } = lapsedWords(lapsed)
    return [
      { term: 'plan', fact: planName },
      { term: 'status', fact: status },
      { term: 'access', fact: access },
    ]
  }
  return [
    { term: 'plan', fact: planName },
    { term: 'status', fact: statusInWords(entitlement) },
    ...(plan === 'team' ? [{ term: 'seats', fact: String(seats) }] : []),
    ...(interval ? [{ term: 'billed', fact: interval === 'year' ? 'yearly' : 'monthly' }] : []),
    ...whatComesNext(entitlement),
  ]
}

function statusInWords({ status, endsAt }: Entitlement): string {
  if (status === null) return 'no subscription'
  if (status === 'past_due') return 'payment overdue'
  if (endsAt) return 'canceled, still running'
  return status === 'trialing' ? 'trial' : 'active'
}

/** The next date that matters. An end, however it comes, outranks a renewal that will not happen. */
function whatComesNext({ status, endsAt, graceEndsAt, trialEnd, currentPeriodEnd }: Entitlement): Line[] {
  if (graceEndsAt) return [{ term: 'ends unless paid by', fact: formatDay(graceEndsAt) }]
  if (endsAt) return [{ term: 'ends', fact: formatDay(endsAt) }]
  if (status === 'trialing' && trialEnd) return [{ term: 'first payment', fact: formatDay(trialEnd) }]
  return currentPeriodEnd ? [{ term: 'renews', fact: formatDay(currentPeriodEnd) }] : []
}
