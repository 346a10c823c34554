import { existsSync, readFileSync } from 'node:fs'

export interface Counts {
  passed: number
  failed: number
}

/** What we read of the JSON that Vitest writes. */
interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** What we read of the JSON that Playwright writes. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  /** Faults outside of any test: a file that does not load, a server that does not start. */
  errors: unknown[]
}

/** Counts a file that could not even be loaded as a failure, as none of its tests is counted. */
export function countVitest(report: VitestReport): Counts {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length }
}

/** A test that passed only when repeated has failed. */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

/**
 * The counts of a runner that has ended. One that left no report, found no test, or failed for a reason its report
 * does not tell counts as one failure.
 */
export function readCounts<T>(file: string, count: (report: T) => Counts, didSucceed: boolean): Counts {
  const counts = existsSync(file)
    ? count(JSON.parse(readFileSync(file, 'utf8')) as T)
    : { passed: 0, failed: 0 }
  const isUntold = counts.failed === 0 && (!didSucceed || counts.passed === 0)
  return isUntold ? { ...counts, failed: 1 } : counts
}
