import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@paidup/db'
import { catalog } from '../catalog/plans.ts'
import type { Log } from '../deps.ts'
import { selectToldPlans } from '../sql/select-told-plans.ts'
import { syncCataloguePlans } from '../sql/sync-catalogue-plans.ts'

export type SyncDeps = { db: Db; log: Log; livemode: boolean }

/** Milliseconds between two tries. */
const RETRY_AFTER = 2000

/** Tells the database the plans, which it needs to count seats. */
export function syncCatalogue({ db, livemode }: Pick<SyncDeps, 'db' | 'livemode'>): Promise<void> {
  return syncCataloguePlans(db, catalog, livemode)
}

/**
 * The same at the boot of a process, which the database need not survive: tried until it works or the process ends.
 * Meanwhile no organization has more seats than the plans that the database knows give it. An outage is one line in the
 * log, with the first error, and its end another.
 */
export async function syncCatalogueUntilDone(
  deps: SyncDeps,
  signal: AbortSignal,
  retryAfter = RETRY_AFTER,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await syncCatalogue(deps)
      if (failures > 0) deps.log.info({ seam: 'boot', failures }, 'the database was told the plans after all')
      return
    } catch (err) {
      if (failures === 0)
        deps.log.warn({ seam: 'boot', err }, 'the database could not be told the plans; trying on')
      await sleep(retryAfter, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** What keeps this database from counting seats, each as a sentence that says what to do. Empty: nothing. */
export async function catalogueFaults({
  db,
  livemode,
}: Pick<SyncDeps, 'db' | 'livemode'>): Promise<string[]> {
  const told = await selectToldPlans(db, livemode)
  const missing = catalog.flatMap(({ key }) => (told.has(key) ? [] : [key]))
  if (missing.length === 0) return []
  return [
    `The database does not know these plans: ${missing.join(', ')}. Web and worker tell it at their start; restart one.`,
  ]
}
