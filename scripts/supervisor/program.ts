import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../root.ts'
import { guard, unguard } from './watchdog.ts'

export interface ProgramOptions {
  name: string
  /** The file to run and its arguments. */
  command: [string, ...string[]]
  env?: NodeJS.ProcessEnv
  /** Gets every line of output as it comes, of stdout and stderr alike. */
  onLine?: (line: string) => void
  /** Seconds it has between SIGTERM and SIGKILL. Default 12, longer than our servers give a request in flight. */
  graceSeconds?: number
}

export interface Program {
  name: string
  /** Settles when it has ended; never rejects. `how` is for a person: `exit code 1`, `SIGKILL`. */
  ended: Promise<{ ok: boolean; how: string }>
  /** Everything it printed, or the end of it. */
  output(): string
  /** SIGKILL to it and all its children at once. Returns when none is left. */
  kill(): Promise<void>
  /** SIGTERM to it and all its children, SIGKILL when that takes too long. Returns when none is left. */
  stop(): Promise<void>
}

const keptLines = 2000

/** Starts a program in a process group of its own, so that all of it can be ended. */
export function startProgram(options: ProgramOptions): Program {
  const { name, command, env, onLine, graceSeconds = 12 } = options
  const [file, ...args] = command
  const child = spawn(file, args, {
    cwd: root,
    env: env ?? process.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const group = child.pid
  if (group !== undefined) guard(group)
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (lines.push(line) > keptLines) lines.shift()
      onLine?.(line)
    })
  }
  const ended = endOf(child)
  void ended.then(() => {
    if (group === undefined) return
    signalGroup(group, 'SIGKILL')
    unguard(group)
  })
  return {
    name,
    ended,
    output: () => lines.join('\n'),
    kill: async () => {
      if (group !== undefined) signalGroup(group, 'SIGKILL')
      await ended
    },
    stop: () => endGroup(group, ended, graceSeconds),
  }
}

function endOf(child: ChildProcess): Program['ended'] {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, how: error.message }))
    child.once('exit', (code, signal) => {
      const settle = (): void => resolve({ ok: code === 0, how: signal ?? `exit code ${code}` })
      // The last output comes after the exit; a child of the child may hold the pipe open for good.
      child.once('close', settle)
      setTimeout(settle, 1000)
    })
  })
}

async function endGroup(
  group: number | undefined,
  ended: Promise<unknown>,
  graceSeconds: number,
): Promise<void> {
  if (group === undefined) return
  if (!signalGroup(group, 'SIGTERM')) return
  const late = new AbortController()
  await Promise.race([
    ended,
    sleep(graceSeconds * 1000, undefined, { signal: late.signal }).catch(() => undefined),
  ])
  late.abort()
  signalGroup(group, 'SIGKILL')
  await ended
}

/** False when no process of the group is left. */
function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}
