import { explainFault } from '@paidup/db'
import Stripe from 'stripe'
import type { JobDeps } from '../deps.ts'
import { UnexpectedShape } from '../errors.ts'
import type { Ticket } from '../sql/draw-ticket.ts'
import { finishRead } from '../sql/finish-read.ts'
import type { Lease } from '../sql/lease-due-reads.ts'
import { postponeRead } from '../sql/postpone-read.ts'
import type { ReadKind } from '../sql/want-read.ts'
import { readSubscription, type Reread } from './reread-subscription.ts'

const READS: Record<ReadKind, (deps: JobDeps, objectId: string, ticket: Ticket) => Promise<Reread>> = {
  subscription: readSubscription,
}

/**
 * Does a read that was leased, and notes how it ended: it is done, or it comes again. Killed in the midst, its lease
 * ends, and somebody else does it.
 * @returns how it ended
 * @throws what the database threw when the end could not be noted
 */
export async function runRead(deps: JobDeps, lease: Lease): Promise<Reread | 'failed'> {
  try {
    const ended = await READS[lease.kind](deps, lease.objectId, lease.ticket)
    await (ended === 'outrun' ? postponeRead(deps.db, lease, null) : finishRead(deps.db, lease))
    return ended
  } catch (error) {
    await postponeRead(deps.db, lease, causeOf(error))
    const { kind, objectId, attempts } = lease
    deps.log
      .child({ seam: 'reads' })
      .warn({ kind, objectId, attempts, err: error }, 'a read failed and is done again')
    return 'failed'
  }
}

/** Why a read failed, as a sentence without anything that was read. */
function causeOf(error: unknown): string {
  if (error instanceof UnexpectedShape) return `What Stripe answered can't be read: ${error.message}`
  if (!(error instanceof Stripe.errors.StripeError)) return explainFault(error)
  const { statusCode, rawType, code } = error
  if (statusCode === undefined) return 'Stripe did not answer.'
  return `Stripe answered ${statusCode} (${[rawType, code].filter(Boolean).join(', ')}).`
}
