import type { Log } from '../deps.ts'

/** Milliseconds for which lines that are alike are counted instead of written. */
const WINDOW = 1000

type Level = 'info' | 'warn' | 'error'

/** Writes what is told, or counts it. */
export type CountedLines = (
  kind: string,
  level: Level,
  fields: Record<string, unknown>,
  message: string,
) => void

const known = new WeakMap<Log, CountedLines>()

/**
 * Lines that come in crowds: the first of a kind is written at once, those that follow within a second are one line at
 * its end, the last of them with their `count`. Whoever asks with the same log counts together.
 */
export function countedLines(log: Log): CountedLines {
  const lines = known.get(log) ?? createCountedLines(log)
  known.set(log, lines)
  return lines
}

function createCountedLines(log: Log): CountedLines {
  /** How to write those that were counted in the window that is open, by their kind. */
  const open = new Map<string, { count: number; write: (count: number) => void }>()
  const closeWindow = (kind: string) => {
    const { count = 0, write } = open.get(kind) ?? {}
    open.delete(kind)
    if (!write || count === 0) return
    write(count)
    openWindow(kind)
  }
  const openWindow = (kind: string) => {
    open.set(kind, { count: 0, write: () => undefined })
    setTimeout(closeWindow, WINDOW, kind).unref()
  }
  return (kind, level, fields, message) => {
    const window = open.get(kind)
    if (!window) {
      log[level](fields, message)
      return openWindow(kind)
    }
    window.count += 1
    window.write = (count) => log[level](count === 1 ? fields : { ...fields, count }, message)
  }
}
