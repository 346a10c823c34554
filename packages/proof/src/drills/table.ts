import type { NotTried, Row } from './drill.ts'

const HEADINGS = ['drill', 'events', 'facts', 'kills and faults', 'acknowledged', 'refused', 'differences']

/** The rows below their headings, in columns. */
export function tableOf(rows: readonly (Row | NotTried)[]): string {
  const lines = [HEADINGS, ...rows.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  const text = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [
    text(HEADINGS),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...lines.slice(1).map(text),
  ].join('\n')
}

function cellsOf(row: Row | NotTried): string[] {
  if ('why' in row) return [row.drill, '-', '-', `not tried: ${row.why}`, '-', '-', '-']
  const { drill, events, facts, faults, acknowledged, refused, differences } = row
  const counts = [acknowledged, refused, differences.length].map((count) => String(count ?? '-'))
  return [drill, String(events), String(facts ?? '-'), faults, ...counts]
}
