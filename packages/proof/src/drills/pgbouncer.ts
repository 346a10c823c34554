import { existsSync } from 'node:fs'
import path from 'node:path'
import { startBouncer } from '../stage/bouncer.ts'
import { liveThrough, refusedForNothing } from '../stage/night.ts'
import type { Drill } from './drill.ts'

/**
 * Web app and worker reach the database through PgBouncer in transaction mode, where each transaction may have
 * another server's session. Proves that nothing hangs on a session: no setting, no lock, no prepared statement.
 */
export const pgbouncer: Drill = {
  name: 'PgBouncer',
  run: async ({ postgres, newDatabase, folder, pgbouncer: given, ...context }) => {
    const program = given ?? inPath('pgbouncer', context.path)
    if (program === undefined) return { why: 'no pgbouncer in the path; set PGBOUNCER to one' }
    const databaseUrl = await newDatabase()
    // What an operator is told to do where a pooler drops the startup option.
    await postgres.run(
      `ALTER DATABASE "${path.basename(new URL(databaseUrl).pathname)}" SET timezone TO 'UTC'`,
    )
    const bouncer = await startBouncer(program, { databaseUrl, folder, signal: context.signal })
    try {
      const night = { ...context, databaseUrl: bouncer.url, readUrl: databaseUrl, customers: 12, rounds: 5 }
      const morning = await liveThrough(night, () => Promise.resolve())
      const differences = [...refusedForNothing(morning), ...morning.differences]
      return { ...morning, differences, faults: 'transaction mode' }
    } finally {
      await bouncer.stop()
    }
  },
}

/** Administrators' programs are often not in a user's path. */
function inPath(program: string, searchPath: string): string | undefined {
  const folders = [...searchPath.split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file))
}
