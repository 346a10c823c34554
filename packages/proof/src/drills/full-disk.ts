import { setTimeout as sleep } from 'node:timers/promises'
import path from 'node:path'
import { migrateDatabase } from '@paidup/scripts/postgres/prisma.ts'
import { liveThrough } from '../stage/night.ts'
import { SmallDisk } from '../stage/small-disk.ts'
import { until } from '../stage/waiting.ts'
import type { Drill } from './drill.ts'

const MEGABYTES = 128
const TIMES = 3
const SECONDS = 5

/**
 * The disk of PostgreSQL is full, to the last byte: inserts are refused, then the write-ahead log can't go on and the
 * server may go down with it. Proves that whatever is refused is refused whole, and that Stripe's retries bring all of
 * it once there is room again.
 */
export const fullDisk: Drill = {
  name: 'full disk',
  run: async ({ folder, chance, ...context }) => {
    let disk
    try {
      disk = await SmallDisk.make(path.join(folder, 'small-disk'), MEGABYTES)
    } catch (error) {
      return {
        why: `no disk can be made here: ${error instanceof Error ? error.message : String(error)}`,
      }
    }
    const { postgres } = disk
    try {
      const databaseUrl = postgres.url('drill')
      await migrateDatabase(databaseUrl, context.signal)
      let crashes = 0
      const morning = await liveThrough(
        { ...context, databaseUrl, customers: 12, rounds: 3 },
        async (_product, signal) => {
          for (let time = 0; time < TIMES; time += 1) {
            await sleep(1500 + chance.below(1500), undefined, { signal })
            disk.fill()
            await sleep(SECONDS * 1000, undefined, { signal })
            disk.empty()
            if (!postgres.isRunning) {
              crashes += 1
              await postgres.start()
            }
            const isWriting = () =>
              postgres.run('CREATE TABLE room (n int)', 'DROP TABLE room').then(() => true)
            await until(isWriting, {
              what: 'PostgreSQL writes again',
              within: 30_000,
              signal,
              every: 500,
            })
          }
        },
      )
      return { ...morning, faults: `${TIMES} times ${SECONDS} s, ${crashes} server ends` }
    } finally {
      await disk.close()
    }
  },
}
