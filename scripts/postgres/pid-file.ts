import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isAlive } from '../supervisor/is-alive.ts'

const pidLine = 0
const portLine = 3

export interface PidFile {
  pid: number
  port: number
}

/** PostgreSQL's note about the server that runs on a data directory, or that ran when the machine went down. */
export function readPidFile(dataDirectory: string): PidFile | undefined {
  const file = pidFilePath(dataDirectory)
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(lines[pidLine]), port: Number(lines[portLine]) }
}

/**
 * Whether the noted process may be the server. PostgreSQL itself takes any process with that number for one, and
 * process numbers are soon used again in a container that was restarted.
 */
export function isPostgresProcess(pid: number): boolean {
  if (!isAlive(pid)) return false
  const commandLine = `/proc/${pid}/cmdline`
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('postgres')
}

export function removePidFile(dataDirectory: string): void {
  rmSync(pidFilePath(dataDirectory), { force: true })
}

function pidFilePath(dataDirectory: string): string {
  return path.join(dataDirectory, 'postmaster.pid')
}
