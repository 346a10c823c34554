import { setTimeout as sleep } from 'node:timers/promises'
import { liveThrough } from '../stage/night.ts'
import type { Drill } from './drill.ts'

/** Seconds. The longest is longer than any limit on a statement, a transaction or a delivery. */
const FREEZES = [1, 3, 6, 13]

/**
 * PostgreSQL stands still: connections stay open, and nobody answers on them, as when its machine is paused or its
 * disk hangs. Proves that no transaction is taken for committed whose COMMIT was never answered, nor for rolled back
 * what was committed after all, and that pools and workers go on once it wakes.
 */
export const frozenDatabase: Drill = {
  name: 'frozen PostgreSQL',
  run: async ({ postgres, newDatabase, chance, ...context }) => {
    const databaseUrl = await newDatabase()
    const morning = await liveThrough(
      { ...context, databaseUrl, customers: 12, rounds: 3 },
      async (_product, signal) => {
        for (const seconds of FREEZES) {
          await sleep(500 + chance.below(1500), undefined, { signal })
          postgres.freeze()
          try {
            await sleep(seconds * 1000, undefined, { signal })
          } finally {
            postgres.thaw()
          }
        }
      },
    )
    return { ...morning, faults: `${FREEZES.join(', ')} s` }
  },
}
