import type { Drill } from './drill.ts'
import { frozenDatabase } from './frozen-database.ts'
import { kills } from './kills.ts'
import { newYork } from './new-york.ts'
import { pgbouncer } from './pgbouncer.ts'
import { restarts } from './restarts.ts'
import { rowLocks } from './row-locks.ts'
import { stoppedUnderLoad } from './stopped-under-load.ts'

/** Every drill, by the name that is given to run it alone. */
export const drills: Record<string, Drill> = {
  kills,
  'row-locks': rowLocks,
  frozen: frozenDatabase,
  restarts,
  'new-york': newYork,
  pgbouncer,
  sigterm: stoppedUnderLoad,
}
