import type { Log } from '@paidup/billing'
import { catalogueFaults } from '@paidup/billing/operate'
import { createReadinessCheck, type Db } from '@paidup/db'

/** What keeps this process from serving, each as a sentence that says what to do; empty when it can. */
export type Readiness = () => Promise<string[]>

/** Whether the database can serve. The log gets a line when the answer changes, however often it is asked for. */
export function createReadiness(db: Db, log: Log, livemode: boolean): Readiness {
  const check = createReadinessCheck(db, () => catalogueFaults({ db, livemode }))
  let told = ''
  return async () => {
    const { faults, error } = await check()
    const missing = faults.join(' ')
    if (missing === told) return faults
    told = missing
    if (missing === '') log.info({ seam: 'readiness' }, 'ready again')
    else
      log.error(
        { seam: 'readiness', missing: faults, ...(error !== undefined && { err: error }) },
        'not ready',
      )
    return faults
  }
}
