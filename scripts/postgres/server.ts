import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { lock } from 'proper-lockfile'
import { postgresBinaries } from './binaries.ts'
import { takeLease, type Lease } from './lease.ts'
import { isPostgresProcess, readPidFile, removePidFile } from './pid-file.ts'
import { unprivilegedRunner, type Runner } from './unprivileged.ts'

export interface PostgresOptions {
  /** Absolute path of the folder that holds the data directory, the log and the lock. */
  folder: string
  /** The port to listen on when it is free, or else any. */
  wishedPort?: number
  /** Off is for data nobody will miss. */
  fsync: boolean
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
const transitionSeconds = 30

/**
 * Starts the embedded PostgreSQL on loopback, with data that survives, or joins the one that runs there already.
 * Safe to call from several processes at once, and after any of them or the server was killed.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const place = await placeOf(options.folder)
  return exclusively(options.folder, async () => {
    const running = await joinRunning(place)
    if (running) return serverOf(place, running.port, running.lease, false)
    await initialise(place)
    for (let attempt = 1; ; attempt += 1) {
      // Between the check and the start someone else may take the port.
      const port = await getPort({ port: options.wishedPort, host: '127.0.0.1' })
      try {
        const lease = await start(place, port, options.fsync)
        return serverOf(place, port, lease, true)
      } catch (error) {
        if (attempt === starts) throw error
        await sleep(1000)
      }
    }
  })
}

interface Place extends Runner {
  folder: string
  dataDirectory: string
  logFile: string
  initdb: string
  pgCtl: string
}

async function placeOf(folder: string): Promise<Place> {
  const binaries = await postgresBinaries()
  const runner = await unprivilegedRunner(binaries.pg_ctl)
  mkdirSync(folder, { recursive: true })
  runner.own(folder)
  return {
    ...runner,
    folder,
    dataDirectory: path.join(folder, 'data'),
    logFile: path.join(folder, 'server.log'),
    initdb: binaries.initdb,
    pgCtl: binaries.pg_ctl,
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

/** Waits for a server that is on its way up or down; removes the note of one that is dead. */
async function joinRunning(place: Place): Promise<{ port: number; lease: Lease } | undefined> {
  for (let waited = 0; waited < transitionSeconds * 10; waited += 1) {
    const noted = readPidFile(place.dataDirectory)
    if (!noted) return undefined
    if (!isPostgresProcess(noted.pid)) {
      removePidFile(place.dataDirectory)
      return undefined
    }
    const lease = await takeLease(urlOf(noted.port, 'postgres'), place.dataDirectory)
    if (lease) return { port: noted.port, lease }
    await sleep(100)
  }
  throw new Error(`PostgreSQL in ${place.dataDirectory} neither answers nor ends. Its log: ${place.logFile}`)
}

/** Makes the data directory. It gets its name when it is whole, so that a kill leaves no half of one. */
async function initialise(place: Place): Promise<void> {
  if (existsSync(path.join(place.dataDirectory, 'PG_VERSION'))) return
  const unfinished = `${place.dataDirectory}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const settings = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions']
  await place.run(place.initdb, ['-D', unfinished, ...settings])
  renameSync(unfinished, place.dataDirectory)
}

async function start(place: Place, port: number, fsync: boolean): Promise<Lease> {
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: fsync ? 'on' : 'off',
  }
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const args = ['start', '-w', '-s', '-D', place.dataDirectory, '-l', place.logFile, '-o', flags.join(' ')]
  const failure = await place.run(place.pgCtl, args).then(
    () => undefined,
    (error: unknown) => error,
  )
  const lease = await takeLease(urlOf(port, 'postgres'), place.dataDirectory)
  if (!failure && lease) return lease
  throw new Error(`PostgreSQL did not start:\n${endOf(place.logFile)}`, { cause: failure })
}

function serverOf(place: Place, port: number, lease: Lease, wasStarted: boolean): PostgresServer {
  return {
    port,
    wasStarted,
    url: (database) => urlOf(port, database),
    stop: () =>
      exclusively(place.folder, async () => {
        const isLast = await lease.release()
        if (isLast && readPidFile(place.dataDirectory)) await stop(place)
      }),
  }
}

async function stop(place: Place): Promise<void> {
  await place.run(place.pgCtl, ['stop', '-w', '-s', '-m', 'fast', '-D', place.dataDirectory])
}

function urlOf(port: number, database: string): string {
  return `postgresql://postgres@127.0.0.1:${port}/${database}`
}

function endOf(file: string): string {
  return existsSync(file)
    ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-10).join('\n')
    : '(no log)'
}
