import { createCaller, planChange, type Context } from '@paidup/api'
import { CheckoutRefused } from '@paidup/billing'
import { planByKey } from '@paidup/billing/catalog'
import { TRPCError } from '@trpc/server'
import type { z } from 'zod'
import type { ChangeOutcome } from './plan-change-words.ts'

type Answer = { outcome: ChangeOutcome; status: number }

/**
 * Changes the subscription as the form of the billing page says.
 * @returns what became of it, with the status to answer it with
 */
export async function changeFrom(context: Context, form: FormData): Promise<Answer> {
  const wanted = wantedFrom(form)
  if (!wanted) return { outcome: { state: 'refused', reason: 'invalid' }, status: 422 }
  try {
    const result = await createCaller(context).subscription.change(wanted)
    return { outcome: { ...result, wanted }, status: 200 }
  } catch (error) {
    return refusalOf(error)
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
function refusalOf(error: unknown): Answer {
  const state = 'refused'
  if (!(error instanceof TRPCError)) return { outcome: { state, reason: 'unavailable' }, status: 502 }
  const { code, cause, message: text } = error
  if (code === 'FORBIDDEN') return { outcome: { state, reason: 'not_allowed', text }, status: 403 }
  const reason = cause instanceof CheckoutRefused ? cause.reason : null
  if (reason === 'seats_in_use') return { outcome: { state, reason, text }, status: 409 }
  if (reason === 'no_subscription' || reason === 'payment_overdue')
    return { outcome: { state, reason }, status: 409 }
  return { outcome: { state, reason: 'unavailable' }, status: 502 }
}
