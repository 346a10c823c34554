import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, closeSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { postgresBinaries } from '@paidup/scripts/postgres/binaries.ts'
import { OwnPostgres } from './postgres.ts'

const execFileAsync = promisify(execFile)

const CHUNK = Buffer.alloc(64 * 1024)

/**
 * A PostgreSQL on a disk of a few megabytes, which can be filled to the last byte. The disk is a tmpfs in a mount
 * namespace of its own (with a user namespace around it for who is not root), so nobody else sees it, and it is gone
 * with its last process.
 */
export class SmallDisk {
  readonly #holder: ChildProcess
  readonly #seenAt: string
  readonly postgres: OwnPostgres

  private constructor(holder: ChildProcess, seenAt: string, postgres: OwnPostgres) {
    this.#holder = holder
    this.#seenAt = seenAt
    this.postgres = postgres
  }

  /** @throws Error with what the system says where it lets nobody mount anything */
  static async make(folder: string, megabytes: number): Promise<SmallDisk> {
    const binaries = await postgresBinaries()
    const dataDirectory = path.join(folder, 'data')
    // Outside, too, where it stays empty: that it is the server's own is checked by its path.
    mkdirSync(dataDirectory, { recursive: true })
    const holder = await holdDisk(folder, megabytes)
    try {
      const inside = (program: string, args: string[]) => runInside(holder.pid ?? 0, program, args)
      await inside(binaries.initdb, ['-D', dataDirectory, ...INITDB])
      const seenAt = path.join('/proc', String(holder.pid), 'root', folder)
      const cluster = {
        folder,
        dataDirectory,
        logFile: `${folder}.log`,
        initdb: binaries.initdb,
        pgCtl: binaries.pg_ctl,
        run: inside,
        own: () => undefined,
      }
      return new SmallDisk(holder, seenAt, await OwnPostgres.on(cluster, path.join(seenAt, 'data')))
    } catch (error) {
      holder.kill('SIGKILL')
      throw error
    }
  }

  /** Leaves no byte free. */
  fill(): void {
    const file = openSync(path.join(this.#seenAt, 'filler'), 'a')
    try {
      for (;;) writeSync(file, CHUNK)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    } finally {
      closeSync(file)
    }
  }

  empty(): void {
    rmSync(path.join(this.#seenAt, 'filler'), { force: true })
  }

  async close(): Promise<void> {
    await this.postgres.kill()
    this.#holder.kill('SIGKILL')
  }
}

// Small pieces of the write-ahead log, or the disk would have to be large.
const INITDB = [
  '-U',
  'postgres',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--no-instructions',
  '--wal-segsize=1',
]

const isRoot = process.getuid?.() === 0

/** A process that keeps the namespace with the disk, until it is killed or the pipe to it is closed. */
async function holdDisk(folder: string, megabytes: number): Promise<ChildProcess> {
  const unshare = [...(isRoot ? [] : ['--user', '--map-root-user']), '--mount']
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs "$1" && echo mounted && exec cat`
  const holder = spawn('unshare', [...unshare, 'sh', '-c', script, 'sh', folder], { stdio: 'pipe' })
  let said = ''
  holder.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const failed = once(holder, 'close').then(() => Promise.reject(new Error(said.trim() || 'unshare ended')))
  await Promise.race([
    once(holder.stdout, 'data'),
    once(holder, 'error').then(([error]) => Promise.reject(error as Error)),
    failed,
  ])
  failed.catch(() => undefined)
  return holder
}

/** Runs a program where the disk is, as a user whom PostgreSQL does not take for root. */
async function runInside(holder: number, program: string, args: string[]): Promise<string> {
  const enter = [
    '--target',
    String(holder),
    ...(isRoot ? [] : ['--user', '--preserve-credentials']),
    '--mount',
    '--',
  ]
  const asUser = ['unshare', '--user', '--map-user=1000', '--map-group=1000']
  const { stdout } = await execFileAsync('nsenter', [...enter, ...asUser, program, ...args])
  return stdout
}
