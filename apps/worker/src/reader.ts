import { setTimeout as sleep } from 'node:timers/promises'
import { leaseDueReads, runRead, type JobDeps } from '@paidup/billing/jobs'
import type { Looks } from './looks.ts'

/** Reads at once. Each is mostly a wait for Stripe. */
const SLOTS = 5

/** Milliseconds until the next look, where not every slot found a read: one look at an index of what is wanted. */
const LOOK_EVERY = 300

/** Milliseconds until the next look after one that failed. */
const LOOK_AFTER_FAILURE = 1000

/** Milliseconds within which a look must have had an answer. While every slot reads there is none. */
export const READER_PATIENCE = 120_000

/**
 * Does the reads that are due, as many at once as it has slots, until it is stopped, whatever the database does
 * meanwhile. What it can't take up now stays due.
 * @returns once it was stopped and the reads under way have ended. Never rejects
 */
export async function readUntilStopped(deps: JobDeps, looks: Looks, signal: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<unknown>>()
  while (!signal.aborted) {
    const pause = await look(deps, looks, underWay)
    if (underWay.size === SLOTS) await Promise.race(underWay)
    else await sleep(pause, undefined, { signal }).catch(() => undefined)
  }
  await Promise.all(underWay)
}

/** Begins as many reads as there are free slots and due reads. @returns milliseconds until the next look */
async function look(deps: JobDeps, looks: Looks, underWay: Set<Promise<unknown>>): Promise<number> {
  try {
    const leases = await leaseDueReads(deps.db, SLOTS - underWay.size)
    looks.answered()
    for (const lease of leases) {
      const read: Promise<unknown> = runRead(deps, lease)
        .catch((error: unknown) => {
          // Its lease ends by itself, and then it is done again.
          deps.log
            .child({ seam: 'reads' })
            .warn({ err: error, objectId: lease.objectId }, 'a read was cut off')
        })
        .finally(() => underWay.delete(read))
      underWay.add(read)
    }
    return LOOK_EVERY
  } catch (error) {
    looks.failed(error)
    return LOOK_AFTER_FAILURE
  }
}
