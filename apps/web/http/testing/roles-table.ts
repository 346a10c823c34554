import { readFileSync } from 'node:fs'

export const columns = ['owner', 'billing', 'member', 'outsider', 'nobody'] as const

export type Column = (typeof columns)[number]

/** A row of the table in docs/roles.md. */
export type Row = {
  /** A procedure's path, or a method and an address, with what is asked for in particular. */
  what: string
  /** Empty where no role is needed. */
  action: string
  cells: Record<Column, Cell>
}

/** Whether it is done, and the status of the answer. */
export type Cell = { isDone: boolean; status: number }

/** @throws Error for a row that does not have a cell of the form `yes 200` or `no 403` in each column */
export function readRolesTable(): Row[] {
  const text = readFileSync(new URL('../../../../docs/roles.md', import.meta.url), 'utf8')
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map(rowFrom)
}

function rowFrom(line: string): Row {
  const [what = '', action = '', ...rest] = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
  const cells = columns.map((column, n) => [column, cellFrom(rest[n] ?? '', what)])
  return { what: what.replaceAll('`', ''), action, cells: Object.fromEntries(cells) as Row['cells'] }
}

function cellFrom(text: string, what: string): Cell {
  const found = /^(yes|no) (\d{3})$/.exec(text)
  if (!found) throw new Error(`docs/roles.md, ${what}: a cell is "${text}"`)
  return { isDone: found[1] === 'yes', status: Number(found[2]) }
}
