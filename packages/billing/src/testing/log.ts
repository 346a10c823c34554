import type { Log } from '../deps.ts'

export type LogLine = Record<string, unknown> & { level: 'info' | 'warn' | 'error'; message: string }

/** A log that keeps its lines. */
export function keptLog(): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = []
  return { log: logInto(lines, {}), lines }
}

function logInto(lines: LogLine[], bindings: Record<string, unknown>): Log {
  const write = (level: LogLine['level']) => (fields: Record<string, unknown>, message: string) =>
    void lines.push({ ...bindings, ...fields, level, message })
  return {
    child: (more) => logInto(lines, { ...bindings, ...more }),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
}
