import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, readCounts } from './reports.ts'

const green = { numPassedTests: 3, numFailedTests: 0, testResults: [] }

describe('countVitest', () => {
  it('counts a file that does not load as a failure', () => {
    const unloaded = { status: 'failed', assertionResults: [] }
    expect(countVitest({ ...green, testResults: [unloaded] })).toEqual({ passed: 3, failed: 1 })
  })
})

describe('countPlaywright', () => {
  it('counts faults outside of tests, and tests that passed only when repeated, as failures', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1 }
    expect(countPlaywright({ stats, errors: ['no server'] })).toEqual({ passed: 5, failed: 3 })
  })
})

describe('readCounts', () => {
  const read = (report: unknown, didSucceed: boolean) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'report-'))
    const file = path.join(folder, 'report.json')
    if (report !== undefined) writeFileSync(file, JSON.stringify(report))
    try {
      return readCounts(file, countVitest, didSucceed)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it('takes the counts of a green run', () => {
    expect(read(green, true)).toEqual({ passed: 3, failed: 0 })
  })

  it.each([
    { case: 'left no report', report: undefined, didSucceed: false, passed: 0 },
    { case: 'failed for a reason its report does not tell', report: green, didSucceed: false, passed: 3 },
    { case: 'ran no test', report: { ...green, numPassedTests: 0 }, didSucceed: true, passed: 0 },
  ])('counts one failure when a runner $case', ({ report, didSucceed, passed }) => {
    expect(read(report, didSucceed)).toEqual({ passed, failed: 1 })
  })
})
