import getPort from 'get-port'
import { setTimeout as sleep } from 'node:timers/promises'
import { lock } from 'proper-lockfile'
import { guard, unguard } from '../supervisor/watchdog.ts'
import {
  clusterIn,
  initialise,
  joinRunning,
  startServer,
  stopServer,
  urlOf,
  type Cluster,
} from './cluster.ts'
import type { Lease } from './lease.ts'
import { readPidFile } from './pid-file.ts'

export interface PostgresOptions {
  /** Absolute path of the folder that holds the data directory, the log and the lock. */
  folder: string
  /** The port to listen on when it is free, or else any. */
  wishedPort?: number
  /** Off is for data nobody will miss. */
  fsync: boolean
  /** Whether it is to end when this process is killed. Not so when other processes may use it too. */
  endsWithUs?: boolean
}

export interface PostgresServer {
  port: number
  /** Whether this call started it, or found it running. */
  wasStarted: boolean
  /** The connection string of one of its databases. */
  url(database: string): string
  /** Stops it, unless someone else still uses it. */
  stop(): Promise<void>
}

const starts = 3

/**
 * Starts the embedded PostgreSQL on loopback, with data that survives, or joins the one that runs there already.
 * Safe to call from several processes at once, and after any of them or the server was killed.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const cluster = await clusterIn(options.folder)
  const { port, lease, wasStarted } = await exclusively(options.folder, async () => {
    const running = await joinRunning(cluster)
    return running
      ? { ...running, wasStarted: false }
      : { ...(await start(cluster, options)), wasStarted: true }
  })
  const group = options.endsWithUs ? readPidFile(cluster.dataDirectory)?.pid : undefined
  if (group !== undefined) guard(group)
  return {
    port,
    wasStarted,
    url: (database) => urlOf(port, database),
    stop: () =>
      exclusively(cluster.folder, async () => {
        const isLast = await lease.release()
        if (isLast && readPidFile(cluster.dataDirectory)) await stopServer(cluster)
        if (group !== undefined) unguard(group)
      }),
  }
}

async function start(cluster: Cluster, options: PostgresOptions): Promise<{ port: number; lease: Lease }> {
  await initialise(cluster)
  for (let attempt = 1; ; attempt += 1) {
    // Between the check and the start someone else may take the port.
    const port = await getPort({ port: options.wishedPort, host: '127.0.0.1' })
    try {
      return { port, lease: await startServer(cluster, port, options.fsync) }
    } catch (error) {
      if (attempt === starts) throw error
      await sleep(1000)
    }
  }
}

/** One process at a time; a holder that was killed is overtaken after ten seconds. */
async function exclusively<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const release = await lock(folder, { retries: { retries: 600, minTimeout: 100, maxTimeout: 100 } })
  try {
    return await work()
  } finally {
    await release()
  }
}
