import { bodies } from './bodies.ts'
import { commitOff } from './commit-off.ts'
import type { Drill } from './drill.ts'
import { frozenDatabase } from './frozen-database.ts'
import { fullDisk } from './full-disk.ts'
import { hosts } from './hosts.ts'
import { kills } from './kills.ts'
import { newYork } from './new-york.ts'
import { pgbouncer } from './pgbouncer.ts'
import { promotedStandby } from './promoted-standby.ts'
import { redirects } from './redirects.ts'
import { restarts } from './restarts.ts'
import { rowLocks } from './row-locks.ts'
import { smuggling } from './smuggling.ts'
import { stoppedUnderLoad } from './stopped-under-load.ts'
import { trpcAbuses } from './trpc-abuses.ts'

/** Every drill, by the name that is given to run it alone. */
export const drills: Record<string, Drill> = {
  kills,
  'row-locks': rowLocks,
  frozen: frozenDatabase,
  'full-disk': fullDisk,
  restarts,
  'new-york': newYork,
  pgbouncer,
  sigterm: stoppedUnderLoad,
  'commit-off': commitOff,
  standby: promotedStandby,
  redirects,
  hosts,
  smuggling,
  bodies,
  trpc: trpcAbuses,
}
