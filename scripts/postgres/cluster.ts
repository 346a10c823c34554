import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresBinaries } from './binaries.ts'
import { takeLease, type Lease } from './lease.ts'
import { isPostgresProcess, readPidFile, removePidFile } from './pid-file.ts'
import { unprivilegedRunner, type Runner } from './unprivileged.ts'

const transitionSeconds = 30

/** A data directory, and how to run PostgreSQL's programs on it. */
export interface Cluster extends Runner {
  folder: string
  dataDirectory: string
  logFile: string
  initdb: string
  pgCtl: string
}

/** Makes the folder if need be. */
export async function clusterIn(folder: string): Promise<Cluster> {
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

/** Waits for a server that is on its way up or down; removes the note of one that is dead. */
export async function joinRunning(cluster: Cluster): Promise<{ port: number; lease: Lease } | undefined> {
  for (let waited = 0; waited < transitionSeconds * 10; waited += 1) {
    const noted = readPidFile(cluster.dataDirectory)
    if (!noted) return undefined
    if (!isPostgresProcess(noted.pid)) {
      removePidFile(cluster.dataDirectory)
      return undefined
    }
    const lease = await takeLease(urlOf(noted.port, 'postgres'), cluster.dataDirectory)
    if (lease) return { port: noted.port, lease }
    await sleep(100)
  }
  throw new Error(
    `PostgreSQL in ${cluster.dataDirectory} neither answers nor ends. Its log: ${cluster.logFile}`,
  )
}

/** Makes the data directory. It gets its name when it is whole, so that a kill leaves no half of one. */
export async function initialise(cluster: Cluster): Promise<void> {
  if (existsSync(path.join(cluster.dataDirectory, 'PG_VERSION'))) return
  const unfinished = `${cluster.dataDirectory}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const settings = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions']
  await cluster.run(cluster.initdb, ['-D', unfinished, ...settings])
  renameSync(unfinished, cluster.dataDirectory)
}

/** Starts the server. @throws Error with the end of its log */
export async function startServer(cluster: Cluster, port: number, fsync: boolean): Promise<Lease> {
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: fsync ? 'on' : 'off',
  }
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const args = [
    'start',
    '-w',
    '-s',
    '-D',
    cluster.dataDirectory,
    '-l',
    cluster.logFile,
    '-o',
    flags.join(' '),
  ]
  const failure = await cluster.run(cluster.pgCtl, args).then(
    () => undefined,
    (error: unknown) => error,
  )
  const lease = await takeLease(urlOf(port, 'postgres'), cluster.dataDirectory)
  if (!failure && lease) return lease
  throw new Error(`PostgreSQL did not start:\n${endOf(cluster.logFile)}`, { cause: failure })
}

export async function stopServer(cluster: Cluster): Promise<void> {
  await cluster.run(cluster.pgCtl, ['stop', '-w', '-s', '-m', 'fast', '-D', cluster.dataDirectory])
}

/** Connection string of a database on loopback. */
export function urlOf(port: number, database: string): string {
  return `postgresql://postgres@127.0.0.1:${port}/${database}`
}

function endOf(file: string): string {
  return existsSync(file)
    ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-10).join('\n')
    : '(no log)'
}
