import type { Log } from '@paidup/billing'
import { removeSupersededJobs, unlockAbandonedJobs } from '@paidup/billing/jobs'
import type { Db } from '@paidup/db'

/**
 * Gives back the jobs of workers that are gone, and removes those that a newer one stands for. A database that is away
 * now is asked again the next time.
 */
export async function tidyJobs({ db, log }: { db: Db; log: Log }): Promise<void> {
  try {
    const count = await unlockAbandonedJobs(db)
    if (count > 0) log.warn({ seam: 'jobs', count }, 'jobs of workers that are gone were given back')
    const removed = await removeSupersededJobs(db)
    if (removed > 0)
      log.info({ seam: 'jobs', count: removed }, 'jobs that a newer one stands for were removed')
  } catch (error) {
    log.warn({ seam: 'jobs', err: error }, 'the jobs could not be tidied')
  }
}
