import getPort from 'get-port'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  clusterIn,
  initialise,
  startServer,
  stopServer,
  urlOf,
  type Cluster,
} from '../../../../scripts/postgres/cluster.ts'
import { readPidFile, removePidFile } from '../../../../scripts/postgres/pid-file.ts'
import { isAlive } from '../../../../scripts/supervisor/is-alive.ts'
import { guard, unguard } from '../../../../scripts/supervisor/watchdog.ts'
import { processTree } from './process-tree.ts'

/** A PostgreSQL that a drill may do anything to. It writes through to the disk, as in production. */
export class OwnPostgres {
  readonly #cluster: Cluster
  readonly #port: number
  #pid = 0

  private constructor(cluster: Cluster, port: number) {
    this.#cluster = cluster
    this.#port = port
  }

  /** @param folder of its own, which is made */
  static async in(folder: string): Promise<OwnPostgres> {
    const cluster = await clusterIn(folder)
    await initialise(cluster)
    const postgres = new OwnPostgres(cluster, await getPort({ host: '127.0.0.1' }))
    await postgres.start()
    return postgres
  }

  get port(): number {
    return this.#port
  }

  url(database: string): string {
    return urlOf(this.#port, database)
  }

  async start(): Promise<void> {
    const lease = await startServer(this.#cluster, this.#port, true)
    await lease.release()
    this.#pid = readPidFile(this.#cluster.dataDirectory)?.pid ?? 0
    guard(this.#pid)
  }

  /** Ends every session, as an operator's restart does, and waits until the server is gone. */
  async stop(): Promise<void> {
    this.thaw()
    if (isAlive(this.#pid)) await stopServer(this.#cluster)
    unguard(this.#pid)
  }

  /** kill -9 for all its processes at once: what was not yet on the disk is gone. */
  async kill(): Promise<void> {
    const pids = processTree(this.#pid)
    for (const pid of pids) signal(pid, 'SIGKILL')
    for (let waited = 0; pids.some(isAlive) && waited < 100; waited += 1) await sleep(50)
    unguard(this.#pid)
    removePidFile(this.#cluster.dataDirectory)
  }

  /** Stops it in the midst of whatever it does; connections stay open, and nobody answers. */
  freeze(): void {
    for (const pid of processTree(this.#pid)) signal(pid, 'SIGSTOP')
  }

  thaw(): void {
    for (const pid of processTree(this.#pid)) signal(pid, 'SIGCONT')
  }

  /** Runs statements as its owner, one after the other, each by itself. */
  async run(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: this.url('postgres') })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}
