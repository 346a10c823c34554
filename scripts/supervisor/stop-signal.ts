import { isAlive } from './is-alive.ts'
import { launchers } from './launchers.ts'

const checkMilliseconds = 500

/**
 * Aborts when this process is told to stop: by a signal, or because the `npx` or `pnpm` that runs it was ended
 * without telling. From the first call on, signals no longer end the process by themselves.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort())
  // Whoever read our output may be gone as well.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const watched = launchers()
  const check = setInterval(() => {
    if (!watched.every(isAlive)) controller.abort()
  }, checkMilliseconds)
  check.unref()
  return controller.signal
}
