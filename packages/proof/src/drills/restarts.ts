import { setTimeout as sleep } from 'node:timers/promises'
import { liveThrough } from '../stage/night.ts'
import type { Drill } from './drill.ts'

const TIMES = 5

/**
 * An operator restarts PostgreSQL, by fast shutdown, while events come in: every session is ended and for a while no
 * new one is let in. Proves that web app and worker find back by themselves, and that what was cut off happens once.
 */
export const restarts: Drill = {
  name: 'restarts of PostgreSQL',
  run: async ({ postgres, newDatabase, chance, ...context }) => {
    const databaseUrl = await newDatabase()
    const morning = await liveThrough(
      { ...context, databaseUrl, customers: 12, rounds: 3 },
      async (_product, signal) => {
        for (let time = 0; time < TIMES; time += 1) {
          await sleep(800 + chance.below(2000), undefined, { signal })
          await postgres.stop()
          await chance.pause(1500)
          await postgres.start()
        }
      },
    )
    return { ...morning, faults: `${TIMES} fast shutdowns` }
  },
}
