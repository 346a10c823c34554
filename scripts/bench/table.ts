import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Figures } from './figures.ts'

/** A line of the table. */
export type Row = {
  what: string
  figures: Figures
  /** One of the figures, divided by the same of a yardstick of the same run. */
  ratio?: { value: number; to: string }
}

/** What a run measured, by section. */
export type Report = { at: string; isQuick: boolean; sections: Record<string, Row[]> }

/** Characters of the last column. */
const WIDTH = 90

/** Prints the table; with an earlier report, each figure as `before -> after`. */
export function printReport(report: Report, earlier?: Report): void {
  const lines = Object.entries(report.sections).flatMap(([section, rows]) => [
    [section, '', ''],
    ...rows.flatMap((row) => {
      const before = earlier?.sections[section]?.find(({ what }) => what === row.what)
      const [first = '', ...others] = wrapped(figuresOf(row, before))
      return [[`  ${row.what}`, ratioToldOf(row, before), first], ...others.map((more) => ['', '', more])]
    }),
  ])
  const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  console.log()
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

/** What a platform can't tell is left out. */
function ratioToldOf({ ratio }: Row, before: Row | undefined): string {
  return ratio && Number.isFinite(ratio.value)
    ? `${told(ratio.value, before?.ratio?.value)} x ${ratio.to}`
    : ''
}

function figuresOf({ figures }: Row, before: Row | undefined): string[] {
  return Object.entries(figures)
    .filter(([, value]) => Number.isFinite(value))
    .map(([unit, value]) => `${told(value, before?.figures[unit])} ${unit}`)
}

/** Words joined by commas, in lines that are not too long. */
function wrapped(words: readonly string[]): string[] {
  return words.reduce<string[]>((lines, word) => {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length > WIDTH) return [...lines, word]
    return [...lines.slice(0, -1), `${last}, ${word}`]
  }, [])
}

function told(value: number, before: number | undefined): string {
  return before === undefined ? rounded(value) : `${rounded(before)} -> ${rounded(value)}`
}

function rounded(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value))
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

export function saveReport(report: Report, file: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
}

/** @throws Error that says what to give when there is no such file */
export function loadReport(file: string): Report {
  if (!existsSync(file)) throw new Error(`--compare needs the report of an earlier run; there is no ${file}`)
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

/** One figure divided by the same of a yardstick. @param to what the yardstick is called */
export function ratioOf(figures: Figures, yardstick: Figures, unit: string, to: string): Row['ratio'] {
  return { value: (figures[unit] ?? Number.NaN) / (yardstick[unit] ?? Number.NaN), to }
}
