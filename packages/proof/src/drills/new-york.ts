import { liveThrough, refusedForNothing } from '../stage/night.ts'
import type { Drill } from './drill.ts'

/**
 * A server whose default time zone is New York's. Proves that instants are neither written nor read by the server's
 * zone: each is Stripe's to the second.
 */
export const newYork: Drill = {
  name: 'New York time',
  run: async ({ postgres, newDatabase, ...context }) => {
    const databaseUrl = await newDatabase()
    await postgres.run("ALTER SYSTEM SET timezone TO 'America/New_York'", 'SELECT pg_reload_conf()')
    try {
      const morning = await liveThrough({ ...context, databaseUrl, customers: 12, rounds: 5 }, () =>
        Promise.resolve(),
      )
      const differences = [...refusedForNothing(morning), ...morning.differences]
      return { ...morning, differences, faults: 'TimeZone America/New_York' }
    } finally {
      await postgres.run('ALTER SYSTEM RESET timezone', 'SELECT pg_reload_conf()')
    }
  },
}
