import { isDeepStrictEqual } from 'node:util'
import { byKey, TABLES, type EndState } from './end-states.ts'

/** What is written otherwise than it has to be: a sentence for each row that is missing, not due, or wrong. */
export function differencesBetween(written: EndState, expected: EndState): string[] {
  return TABLES.flatMap((table) => {
    const [rows, due] = [byKey(table, written[table]), byKey(table, expected[table])]
    const twice = written[table].length - rows.size
    return [
      ...(twice > 0 ? [`${table}: ${twice} rows are there twice`] : []),
      ...[...rows.keys()].filter((key) => !due.has(key)).map((key) => `${table}: ${key} is not due`),
      ...[...due].flatMap(([key, row]) =>
        faultOf(rows.get(key), row).map((fault) => `${table}: ${key} ${fault}`),
      ),
    ]
  })
}

/** Columns that the expected row does not name are free. */
function faultOf(row: object | undefined, expected: object): string[] {
  if (!row) return ['is missing']
  const wrong = Object.entries(expected).filter(
    ([column, value]) => !isDeepStrictEqual((row as Record<string, unknown>)[column], value),
  )
  return wrong.map(
    ([column, value]) =>
      `has ${column} ${JSON.stringify((row as Record<string, unknown>)[column])}, not ${JSON.stringify(value)}`,
  )
}
