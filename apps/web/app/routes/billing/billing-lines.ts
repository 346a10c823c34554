import type { Entitlement } from '@paidup/billing'
import type { Plan } from '@paidup/billing/catalog'
import { formatDay } from '../../ui/dates.ts'
import { lapsedWords } from '../../catalog/lapsed-words.ts'

type Line = { term: string; fact: string }

/** What a plan's owner should know about it, line by line. `plan` is the one that is had, or the one that has lapsed. */
export function billingLines(entitlement: Entitlement, plan: Pick<Plan, 'name' | 'isPerSeat'>): Line[] {
  const { seats, lapsed } = entitlement
  if (lapsed) {
    const { status, access } = lapsedWords(lapsed)
    return [
      { term: 'plan', fact: plan.name },
      { term: 'status', fact: status },
      { term: 'access', fact: access },
    ]
  }
  return [
    { term: 'plan', fact: plan.name },
    { term: 'status', fact: statusInWords(entitlement) },
    ...(plan.isPerSeat ? [{ term: 'seats', fact: String(seats) }] : []),
    ...howBilled(entitlement),
    ...whatComesNext(entitlement),
  ]
}

function howBilled({ status, interval }: Entitlement): Line[] {
  if (interval) return [{ term: 'billed', fact: interval === 'year' ? 'yearly' : 'monthly' }]
  return isPurchase(status) ? [{ term: 'billed', fact: 'once' }] : []
}

/** Whether it was paid once, by the status: those of a subscription are other words. */
function isPurchase(status: string | null): boolean {
  return status === 'paid' || status === 'partially_refunded'
}

function statusInWords({ status, endsAt }: Entitlement): string {
  if (status === null) return 'no subscription'
  if (isPurchase(status)) return status === 'paid' ? 'yours for good' : 'yours for good, partly refunded'
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
