import { planChange, refusalFrom } from '@paidup/api'
import { planByKey } from '@paidup/billing/catalog'
import type { z } from 'zod'
import type { Member } from '../../api/member.server.ts'
import type { ChangeOutcome } from './plan-change-words.ts'

type Answer = { outcome: ChangeOutcome; status: number }

/**
 * Changes the subscription as the form of the billing page says.
 * @returns what became of it, with the status to answer it with
 */
export async function changeFrom(api: Member['api'], form: FormData): Promise<Answer> {
  const wanted = wantedFrom(form)
  if (!wanted) return { outcome: { state: 'refused', reason: 'invalid' }, status: 422 }
  try {
    const result = await api.subscription.change(wanted)
    return { outcome: { ...result, wanted }, status: 200 }
  } catch (error) {
    return answerTo(error)
  }
}

/** Plan and interval are one choice, `team.year`, so that the form needs no script. Seats count only where it has them. */
function wantedFrom(form: FormData): z.output<typeof planChange> | undefined {
  const [plan, interval] = textOf(form, 'offer').split('.')
  const quantity = planByKey(plan ?? '')?.isPerSeat ? Number(textOf(form, 'quantity')) : 1
  return planChange.safeParse({ plan, interval, quantity }).data
}

function textOf(form: FormData, field: string): string {
  const value = form.get(field)
  return typeof value === 'string' ? value : ''
}

/** The procedure has logged what went wrong; the customer needs to know what to do. */
function answerTo(error: unknown): Answer {
  const state = 'refused'
  const refusal = refusalFrom(error)
  switch (refusal?.reason) {
    case 'not_allowed':
    case 'seats_in_use':
      return { outcome: { state, reason: refusal.reason, text: refusal.text }, status: refusal.status }
    case 'no_subscription':
    case 'payment_overdue':
      return { outcome: { state, reason: refusal.reason }, status: refusal.status }
    case 'not_for_sale':
    case 'already_subscribed':
    case 'already_owned':
    case 'price_missing':
    case 'not_enough_credits':
    case 'key_reused':
    case undefined:
      return { outcome: { state, reason: 'unavailable' }, status: 502 }
  }
}
