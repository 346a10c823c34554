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
} from '@paidup/scripts/postgres/cluster.ts'
import { readPidFile, removePidFile } from '@paidup/scripts/postgres/pid-file.ts'
import { isAlive } from '@paidup/scripts/supervisor/is-alive.ts'
import { guard, unguard } from '@paidup/scripts/supervisor/watchdog.ts'
import { processTree } from './process-tree.ts'

/** A PostgreSQL that a drill may do anything to. It writes through to the disk, as in production. */
export class OwnPostgres {
  readonly #cluster: Cluster
  readonly #port: number
  /** The data directory as it is seen from here. */
  readonly #seenAt: string
  /** Of the postmaster, while one runs. */
  #pid: number | undefined

  private constructor(cluster: Cluster, port: number, seenAt: string) {
    this.#cluster = cluster
    this.#port = port
    this.#seenAt = seenAt
  }

  /** @param folder of its own, which is made */
  static async in(folder: string): Promise<OwnPostgres> {
    const cluster = await clusterIn(folder)
    await initialise(cluster)
    return OwnPostgres.on(cluster, cluster.dataDirectory)
  }

  /** @param seenAt where the data directory of the cluster, which is made already, is seen from here */
  static async on(cluster: Cluster, seenAt: string): Promise<OwnPostgres> {
    const postgres = new OwnPostgres(cluster, await getPort({ host: '127.0.0.1' }), seenAt)
    await postgres.start()
    return postgres
  }

  get isRunning(): boolean {
    return this.#pid !== undefined && isAlive(this.#pid)
  }

  url(database: string): string {
    return urlOf(this.#port, database)
  }

  async start(): Promise<void> {
    const lease = await startServer(this.#cluster, this.#port, true)
    await lease.release()
    this.#pid = readPidFile(this.#seenAt)?.pid
    if (this.#pid !== undefined) guard(this.#pid)
  }

  /** Ends every session, as an operator's restart does, and waits until the server is gone. */
  async stop(): Promise<void> {
    this.thaw()
    if (this.isRunning) await stopServer(this.#cluster)
    this.#forget()
  }

  /** kill -9 for all its processes at once: what was not yet on the disk is gone. */
  async kill(): Promise<void> {
    const pids = this.#signal('SIGKILL')
    for (let waited = 0; pids.some(isAlive) && waited < 100; waited += 1) await sleep(50)
    removePidFile(this.#seenAt)
    this.#forget()
  }

  /** Stops it in the midst of whatever it does; connections stay open, and nobody answers. */
  freeze(): void {
    this.#signal('SIGSTOP')
  }

  thaw(): void {
    this.#signal('SIGCONT')
  }

  /** @returns the processes that were there */
  #signal(name: NodeJS.Signals): number[] {
    const pids = this.#pid !== undefined && this.isRunning ? processTree(this.#pid) : []
    for (const pid of pids) signal(pid, name)
    return pids
  }

  #forget(): void {
    if (this.#pid !== undefined) unguard(this.#pid)
    this.#pid = undefined
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
