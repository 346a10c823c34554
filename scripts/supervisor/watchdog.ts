import { spawn } from 'node:child_process'
import path from 'node:path'
import type { Writable } from 'node:stream'

let pipe: Writable | undefined

/** Has a process group ended, if it still lives, when this process dies. */
export function guard(group: number): void {
  pipe ??= startWatchdog()
  pipe.write(`+ ${group}\n`)
}

/** Takes back `guard`, because the group has ended: its number may soon be another's. */
export function unguard(group: number): void {
  pipe?.write(`- ${group}\n`)
}

function startWatchdog(): Writable {
  // In a group of its own, so that no signal to ours ends it too.
  const watchdog = spawn(path.join(import.meta.dirname, 'watchdog'), {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.unref()
  const { stdin } = watchdog
  // A pipe keeps its process alive, and it is a socket; the types know neither.
  if ('unref' in stdin && typeof stdin.unref === 'function') (stdin as unknown as { unref(): void }).unref()
  stdin.on('error', () => undefined)
  return stdin
}
