import { z } from 'zod'

const share = z.number().min(0).max(1)
/** Milliseconds; a timer of Node that is asked to wait longer than this does not wait at all. */
const ms = z.number().int().min(0).max(2_147_483_647)

/** How deliveries misbehave. Shares are probabilities from 0 to 1, all drawn from the seed. */
export const deliverySchema = z.strictObject({
  /** Every draw is a function of this and the event's number: the same seed, the same schedule. */
  seed: z.coerce.string().default('local'),
  /** Milliseconds before the first attempt, for all types and for single ones. */
  delayMs: ms.default(0),
  delayByType: z.record(z.string(), ms).default({}),
  /** Types kept back until released; `*` means all. */
  hold: z.array(z.string()).default([]),
  /** Types never delivered; `*` means all. */
  drop: z.array(z.string()).default([]),
  /** Extra deliveries of the same event: how many, and how often. */
  copies: z.number().int().min(0).max(20).default(1),
  duplicates: share.default(0),
  /** How often a change is told by two events with different ids. */
  twins: share.default(0),
  /** Deliveries gather this long and leave in a drawn order. */
  shuffleWindowMs: ms.default(0),
  /** How often an answer is thrown away after delivery, so that the event comes again. */
  dropAcknowledgement: share.default(0),
  /** How many deliveries are under way at once. */
  concurrency: z.number().int().min(1).max(100).default(8),
  /** Waits between attempts; after the last one Stripe gives up. */
  retryScheduleMs: z
    .array(ms)
    .default([1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000]),
  /** How long an endpoint may take to answer. */
  timeoutMs: ms.default(30_000),
  /** How long Checkout waits for the answer to `checkout.session.completed` before it redirects. */
  redirectWaitMs: ms.default(10_000),
  /** How the API itself misbehaves, on paths that begin with one of `paths` (none: all). */
  api: z
    .strictObject({
      paths: z.array(z.string()).default([]),
      /** 429 and 500 are answered before anything is done; a reset cuts the line after it was done. */
      rateLimited: share.default(0),
      serverError: share.default(0),
      reset: share.default(0),
      slow: share.default(0),
      slowMs: ms.default(3000),
      /** An object read less than `staleMs` after a change is shown as it was before. */
      stale: share.default(0),
      staleMs: ms.default(2000),
    })
    .prefault({}),
})

export type DeliveryConfig = z.infer<typeof deliverySchema>

/** The behaviour with nothing hostile in it. */
export const calm = (seed: string): DeliveryConfig => deliverySchema.parse({ seed })

export const matches = (types: readonly string[], type: string): boolean =>
  types.includes('*') || types.includes(type)
