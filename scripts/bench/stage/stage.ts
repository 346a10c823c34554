import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { withDatabase } from '@paidup/db/migrate'
import pg from 'pg'
import { startPostgres } from '../../postgres/server.ts'
import { dataFolder } from '../../root.ts'
import { dropDatabases, ensureTemplate } from '../../testing/template.ts'
import { LoadClient } from '../load/load-client.ts'
import { startWeb, type Web } from './web.ts'

const PREFIX = 'paidup_bench_'

/** A database of a section's own. */
export type BenchDatabase = { url: string; pool: pg.Pool }

/** Where a section is measured, and what it is measured with. Everything made here is gone after `clear`. */
export type Stage = {
  /** Whichever is given for this length of the run. */
  pick<T>(lengths: { quick: T; full: T }): T
  openDatabase(): Promise<BenchDatabase>
  openWeb(database: BenchDatabase): Promise<Web>
  openClient(): LoadClient
  /** Has it closed when the section is over, however it ends. */
  kept<T extends { close(): unknown }>(thing: T): T
  clear(): Promise<void>
  close(): Promise<void>
}

/** The embedded PostgreSQL with fsync, as `start` has it, and apart from it. */
export async function openStage(isQuick: boolean): Promise<Stage> {
  const server = await startPostgres({
    folder: path.join(dataFolder, 'bench-postgres'),
    fsync: true,
    endsWithUs: true,
  })
  const serverUrl = server.url('postgres')
  // What a run that was killed has left.
  if (server.wasStarted) await dropDatabases(serverUrl, PREFIX)
  const template = await ensureTemplate(serverUrl)
  const leavings: (() => unknown)[] = []
  const clear = async () => {
    for (let leave = leavings.pop(); leave; leave = leavings.pop()) await leave()
  }
  const kept = <T extends { close(): unknown }>(thing: T): T => {
    leavings.push(() => thing.close())
    return thing
  }
  return {
    pick: ({ quick, full }) => (isQuick ? quick : full),
    openDatabase: async () => {
      const name = `${PREFIX}${randomUUID().slice(0, 8)}`
      const [url, control] = [
        withDatabase(serverUrl, name),
        new pg.Pool({ connectionString: serverUrl, max: 1 }),
      ]
      await control.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`)
      const pool = new pg.Pool({ connectionString: url, max: 2 })
      // It is dropped while somebody may still be connected.
      pool.on('error', () => undefined)
      leavings.push(async () => {
        await control.query(`DROP DATABASE "${name}" WITH (FORCE)`)
        await Promise.all([pool.end(), control.end()])
      })
      return { url, pool }
    },
    openWeb: async (database) => {
      const web = await startWeb(database.url)
      leavings.push(() => web.stop())
      return web
    },
    openClient: () => kept(new LoadClient()),
    kept,
    clear,
    close: async () => {
      await clear()
      await server.stop()
    },
  }
}
