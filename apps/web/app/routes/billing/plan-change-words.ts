import { MOST_UNITS } from '@paidup/api/limits'
import type { planChange } from '@paidup/api'
import type { ChangeResult, Entitlement, PaymentLine } from '@paidup/billing'
import type { Plan } from '@paidup/billing/catalog'
import type { z } from 'zod'

/** What a subscription is to be. */
export type WantedChange = z.output<typeof planChange>

/** What became of a change that was asked for. */
export type ChangeOutcome =
  | (ChangeResult & { wanted: WantedChange })
  | { state: 'refused'; reason: keyof typeof REFUSALS }
  /** `text` says who may, or how many members there are, and what to do. */
  | { state: 'refused'; reason: 'not_allowed' | 'seats_in_use'; text: string }

type Words = {
  tone: 'good' | 'neutral' | 'bad'
  text: string
  /** Where an invoice can be paid. */
  payUrl?: string | null
}

const REFUSALS = {
  invalid: `Choose a plan, and between 1 and ${MOST_UNITS} seats.`,
  no_subscription: 'There is no subscription to change. You can choose a plan on the pricing page.',
  payment_overdue: 'An invoice is still open. Pay it first, then change your plan. Nothing was changed.',
  unavailable:
    'Our payment provider did not answer as it should. Please look at your plan and payments below before you try again.',
}

/** Whether something is still to be told of a change: it is not in force yet, or what it cost is not in the history. */
export function isUnderWay(
  outcome: ChangeOutcome | undefined,
  entitlement: Entitlement,
  payments: readonly Pick<PaymentLine, 'businessKey'>[],
): boolean {
  if (outcome?.state !== 'changed') return false
  const { wanted, paymentKey } = outcome
  const isTold = paymentKey === null || payments.some(({ businessKey }) => businessKey === paymentKey)
  return !isTold || !hasArrived(wanted, entitlement)
}

/** Whether the change is to be seen in what the organization has. */
function hasArrived({ plan, interval, quantity }: WantedChange, entitlement: Entitlement): boolean {
  const isSame = entitlement.plan === plan && entitlement.interval === interval
  return isSame && entitlement.seats === quantity
}

/**
 * What to say about a change. Never that it is in force before it is.
 * @param wantedPlan the plan asked for, undefined where nothing was
 */
export function changeWords(
  outcome: ChangeOutcome,
  wantedPlan: Pick<Plan, 'name' | 'isPerSeat'> | undefined,
  entitlement: Entitlement,
): Words {
  if (outcome.state === 'refused')
    return { tone: 'bad', text: 'text' in outcome ? outcome.text : REFUSALS[outcome.reason] }
  const what = nameOf(outcome.wanted, wantedPlan)
  switch (outcome.state) {
    case 'changed':
      return hasArrived(outcome.wanted, entitlement)
        ? { tone: 'good', text: `You have ${what} now.` }
        : {
            tone: 'neutral',
            text: `Changing to ${what}. It shows here in a few seconds.`,
          }
    case 'unchanged':
      return { tone: 'neutral', text: `You have ${what} already. Nothing was changed, nothing was charged.` }
    case 'awaiting_payment':
      return {
        tone: 'bad',
        text: `Your card could not be charged, so your plan stays as it is. It changes to ${what} once the invoice is paid.`,
        payUrl: outcome.invoiceUrl,
      }
  }
}

function nameOf({ quantity, interval }: WantedChange, plan: Pick<Plan, 'name' | 'isPerSeat'> | undefined) {
  const seats = plan?.isPerSeat ? ` with ${quantity} ${quantity === 1 ? 'seat' : 'seats'}` : ''
  return `${plan?.name ?? 'this plan'}${seats}, billed ${interval === 'year' ? 'yearly' : 'monthly'}`
}
