import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { migrateDatabase } from '@paidup/scripts/postgres/prisma.ts'
import { clusterIn } from '@paidup/scripts/postgres/cluster.ts'
import { runCommand } from '@paidup/scripts/supervisor/command.ts'
import pg from 'pg'
import { openForwarder } from '../stage/forwarder.ts'
import { OwnPostgres } from '../stage/postgres.ts'
import { until } from '../stage/waiting.ts'
import type { Drill, DrillContext } from './drill.ts'
import { readsHeldOver } from './held-reads.ts'

const DATABASE = 'paidup'

/**
 * A primary is killed while its synchronous standby lags behind and reads are under way, and the standby is promoted.
 * Proves that the standby gives out no ticket again that the primary gave out: who draws from a counter waits until it
 * is replicated, and whom a sequence hands a number that it has logged ahead waits for nobody.
 */
export const promotedStandby: Drill = {
  name: 'promoted standby',
  run: async ({ folder, signal }) => {
    const primary = await OwnPostgres.in(path.join(folder, 'primary'))
    try {
      await migrateDatabase(primary.url(DATABASE), signal)
      const standby = await standbyOf(primary, folder, signal)
      const forwarder = await openForwarder(portOf(primary))
      const watcher = new pg.Client({ connectionString: primary.url('postgres') })
      watcher.on('error', () => undefined)
      await watcher.connect()
      const stuck = async () => {
        const { rows } = await watcher.query<{ n: number }>(WAITING)
        return rows[0]?.n ?? 0
      }
      const crash = async () => {
        await primary.kill()
        standby.thaw()
        await standby.run('SELECT pg_promote()')
        forwarder.leadTo(portOf(standby))
      }
      try {
        const url = new URL(primary.url(DATABASE))
        url.port = String(forwarder.port)
        const ended = await readsHeldOver(url.href, { begin: () => standby.freeze(), stuck, crash }, signal)
        return { ...ended, faults: '1 primary, its standby promoted' }
      } finally {
        forwarder.close()
        await standby.kill()
      }
    } finally {
      await primary.kill()
    }
  },
}

/** Sessions whose commit waits for the standby. */
const WAITING = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'SyncRep'"

const portOf = (postgres: OwnPostgres) => Number(new URL(postgres.url('postgres')).port)

/** A copy of a primary that follows it, and that its commits wait for from now on. */
async function standbyOf(
  primary: OwnPostgres,
  folder: string,
  signal: DrillContext['signal'],
): Promise<OwnPostgres> {
  const cluster = await clusterIn(path.join(folder, 'standby'))
  await primary.stop()
  const copy: [string, ...string[]] = [
    'cp',
    '-a',
    path.join(folder, 'primary', 'data'),
    cluster.dataDirectory,
  ]
  await runCommand({ name: 'The copy', command: copy, signal })
  await primary.start()
  writeFileSync(path.join(cluster.dataDirectory, 'standby.signal'), '')
  const source = `host=127.0.0.1 port=${portOf(primary)} user=postgres application_name=standby`
  appendFileSync(path.join(cluster.dataDirectory, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  const standby = await OwnPostgres.on(cluster, cluster.dataDirectory)
  await primary.run(
    `ALTER SYSTEM SET synchronous_standby_names = 'standby'`,
    // Only what a commit waits for is flushed, and so sent, before the kill.
    `ALTER SYSTEM SET wal_writer_delay = '10s'`,
    'SELECT pg_reload_conf()',
  )
  const client = new pg.Client({ connectionString: primary.url('postgres') })
  await client.connect()
  const isInStep = async () => {
    const { rows } = await client.query("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")
    return rows.length === 1
  }
  await until(isInStep, { what: 'the standby is in step', within: 30_000, signal, every: 100 })
  await client.end()
  return standby
}
