import type { Drill } from './drill.ts'
import { readsHeldOver } from './held-reads.ts'

/**
 * kill -9 of a PostgreSQL whose commits do not wait for the disk, while reads are under way. Proves that no ticket that
 * is in use is given out again: what draws one waits for the disk all the same.
 */
export const commitOff: Drill = {
  name: 'synchronous_commit off',
  run: async ({ postgres, newDatabase, signal }) => {
    const databaseUrl = await newDatabase()
    const name = new URL(databaseUrl).pathname.slice(1)
    await postgres.run(
      `ALTER DATABASE ${name} SET synchronous_commit = off`,
      // Only what a commit waits for is on the disk before the kill.
      `ALTER SYSTEM SET wal_writer_delay = '10s'`,
      'SELECT pg_reload_conf()',
    )
    const crash = async () => {
      await postgres.kill()
      await postgres.start()
    }
    const ended = await readsHeldOver(databaseUrl, { crash }, signal)
    await postgres.run('ALTER SYSTEM RESET wal_writer_delay', 'SELECT pg_reload_conf()')
    return { ...ended, faults: '1 PostgreSQL, commits not flushed' }
  },
}
