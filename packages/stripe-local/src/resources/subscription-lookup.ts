import { z } from 'zod'
import { invalidRequest } from '../core/errors.ts'
import { hash } from '../http/params.ts'
import { choice, timestamp } from '../http/values.ts'

/** An instant (Unix seconds), or `now`. */
export const trialEnd = z.union([z.literal('now'), timestamp])

/** The end of a period by name (docs.stripe.com/changelog/basil/2025-07-30/cancel-at-enums). */
export const periodEnd = z.literal(['max_billed_until', 'max_period_end', 'min_period_end'])
export const billingMode = hash({
  type: choice('classic', 'flexible'),
  flexible: z.unknown().optional(),
}).optional()

/** The names are for flexible subscriptions. Throws 400. */
export function refusePeriodEnd(mode: string | undefined, at: unknown): void {
  if (mode !== 'classic' || typeof at !== 'string') return
  throw invalidRequest(
    `\`cancel_at\` can only be \`${at}\` for subscriptions with \`billing_mode[type]\` set to \`flexible\`.`,
    'cancel_at',
  )
}
