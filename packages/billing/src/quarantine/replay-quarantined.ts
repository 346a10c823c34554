import { inTransaction, type Db } from '@paidup/db'
import type { Log } from '../deps.ts'
import { canNeverSucceed, reasonOf, UnexpectedShape } from '../errors.ts'
import { eventFrom } from '../delivery/event.ts'
import { dispatch, isHandled } from '../handlers.ts'
import type { Handled } from '../delivery/outcome.ts'
import { claimEvent } from '../sql/claim-event.ts'
import { lockQuarantinedEvent } from '../sql/lock-quarantined-event.ts'
import { resolveQuarantinedEvent } from '../sql/resolve-quarantined-event.ts'
import { selectQuarantinedEvents } from '../sql/select-quarantined-events.ts'

export type ReplayDeps = { db: Db; log: Log }

/** What became of each event that was replayed. */
export type Replayed = {
  eventId: string
  eventType: string
  /**
   * `skipped` when someone else replays or has replayed it, `quarantined` when it still can't be processed, `error`
   * when something else was wrong, such as a database that is away.
   */
  outcome: Handled['outcome'] | 'skipped' | 'quarantined' | 'error'
  /** Why it still can't be processed. */
  reason?: string
}

/**
 * Runs quarantined events again after what was wrong has been repaired, the oldest first, each in a transaction of
 * its own: under the same guards as a delivery, so one that is older than its row is `stale`, and a fact that is
 * known by now is not written twice. What succeeds is marked as resolved in the same transaction.
 * @param eventId only this one; all that are not resolved when it is not given
 * One that fails does not keep the others from being replayed.
 */
export async function replayQuarantined({ db, log }: ReplayDeps, eventId?: string): Promise<Replayed[]> {
  const child = log.child({ seam: 'replay' })
  const replayed: Replayed[] = []
  for (const { id, ...event } of await selectQuarantinedEvents(db, eventId)) {
    const { error, ...ended } = await replay(db, id)
    const result = { ...event, ...ended }
    const isResolved = ended.outcome !== 'quarantined' && ended.outcome !== 'error'
    child[isResolved ? 'info' : 'error'](
      { ...result, ...(error !== undefined && { err: error }) },
      `replay ${ended.outcome}`,
    )
    replayed.push(result)
  }
  return replayed
}

async function replay(
  db: Db,
  id: bigint,
): Promise<Pick<Replayed, 'outcome' | 'reason'> & { error?: unknown }> {
  try {
    return await inTransaction(db, async (tx) => {
      const payload = await lockQuarantinedEvent(tx, id)
      if (!payload) return { outcome: 'skipped' }
      const told = eventFrom(Buffer.from(payload).toString('utf8'))
      if (!isHandled(told)) throw new UnexpectedShape(`type: ${told.type} has no handler`)
      // Held since it was quarantined, unless the ledger was swept since.
      await claimEvent(tx, 'stripe', told.eventId, told.type)
      const { outcome } = await dispatch(tx, told)
      await resolveQuarantinedEvent(tx, told.eventId)
      return { outcome }
    })
  } catch (error) {
    if (canNeverSucceed(error)) return { outcome: 'quarantined', reason: reasonOf(error) }
    return { outcome: 'error', reason: 'A fault that is not the event’s; the log has it.', error }
  }
}
