import { processWebhook } from '@paidup/billing'
import { signed, type TestWebhook } from '@paidup/billing/testing'
import type { Chance } from '../schedule/chance.ts'
import { crowded, shuffledWithDuplicates } from '../schedule/orders.ts'
import type { Copies, Told } from './copies.ts'

/** Lives that are told at the same time, and deliveries under way: few enough that those of one life meet. */
const AT_ONCE = 20
const UNDER_WAY = 40

/** Deliveries of which those of subscriptions come first, as on a night of renewals. */
const CROWD = 200

/**
 * Tells so many lives through one intake on Prisma, their events all mixed up and many at the same time, each until it
 * is taken; then does the reads and jobs that they want.
 */
export async function tellLivesMixed(
  webhook: TestWebhook,
  copies: Copies,
  count: number,
  chance: Chance,
): Promise<void> {
  for (let first = 0; first < count; first += AT_ONCE) {
    const lives = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, n) => first + n)
    const all = lives.flatMap((life) => copies.told.map((told) => ({ life, told })))
    const order = crowded(shuffledWithDuplicates(all, chance), isOfSubscription, CROWD)
    const left = order.values()
    const deliver = async () => {
      for (const { life, told } of left) await deliverUntilTaken(webhook, told.bodyIn(life))
    }
    await Promise.all(Array.from({ length: UNDER_WAY }, deliver))
  }
  await webhook.runJobs(copies.stripe)
}

const TAKEN = ['processed', 'tied', 'stale', 'duplicate']

/** Comes again where the database was busy, as Stripe does. */
async function deliverUntilTaken({ deps }: TestWebhook, body: string): Promise<void> {
  for (;;) {
    const { outcome, status } = await processWebhook(deps, signed(body))
    if (status === 503) continue
    if (TAKEN.includes(outcome)) return
    throw new Error(`An event ended ${outcome}: ${body.slice(0, 200)}`)
  }
}

function isOfSubscription({ told }: { told: Told }): boolean {
  return told.event.type.startsWith('customer.subscription.')
}
