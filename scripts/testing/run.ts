import { CommandError } from '../supervisor/command.ts'
import { printStep } from '../supervisor/steps.ts'
import { turbo } from '../supervisor/turbo.ts'
import { checks, type Check } from './checks.ts'
import type { Counts } from './reports.ts'
import { suites, type Suite, type SuiteContext } from './suites.ts'
import { testServer } from './test-postgres.ts'

export type Part = 'check' | keyof typeof suites

export function isPart(word: string): word is Part {
  return word === 'check' || word in suites
}

export interface Verdict extends Counts {
  /** Whether everything passed, checks included, and anything was run at all. */
  isGreen: boolean
}

/**
 * Runs the parts on one PostgreSQL, the checks beside the tests, with a line for each step and the output of those
 * that fail. A failure keeps from running only what cannot be run without.
 */
export async function runParts(parts: Part[], options: Omit<SuiteContext, 'serverUrl'>): Promise<Verdict> {
  const { signal } = options
  const verdict: Verdict = { passed: 0, failed: 0, isGreen: true }
  const server = await testServer()
  try {
    const generated = { name: 'Generated code', run: () => turbo(signal, 'generate') }
    if (!(await passes(generated, signal))) return { passed: 0, failed: parts.length, isGreen: false }
    await allSettled([
      runChecks(parts, server.url, verdict, signal),
      runSuites(parts, { ...options, serverUrl: server.url }, verdict),
    ])
    return verdict
  } finally {
    await server.stop()
  }
}

async function runChecks(
  parts: Part[],
  serverUrl: string,
  verdict: Verdict,
  signal: AbortSignal,
): Promise<void> {
  if (!parts.includes('check')) return
  for (const check of checks(serverUrl)) if (!(await passes(check, signal))) verdict.isGreen = false
}

/** One suite after the other: measured on two cores, a browser beside them makes all of it slower. */
async function runSuites(parts: Part[], context: SuiteContext, verdict: Verdict): Promise<void> {
  const build = { name: 'Build', run: () => turbo(context.signal, 'build') }
  const isBuilt = (parts.length === 1 && parts[0] === 'unit') || (await passes(build, context.signal))
  if (!isBuilt) verdict.isGreen = false
  for (const part of ['unit', 'db', 'e2e'] as const) {
    // The other two need the built web app.
    if (parts.includes(part) && (isBuilt || part === 'unit')) await count(suites[part], context, verdict)
  }
}

/** Waits for all, also where one fails, so that nothing runs on behind the verdict. */
async function allSettled(lanes: Promise<void>[]): Promise<void> {
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason
}

async function passes(check: Check, signal: AbortSignal): Promise<boolean> {
  const start = performance.now()
  try {
    await check.run(signal)
    printStep('✓', start, check.name)
    return true
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    printStep('✗', start, check.name)
    console.log(`\n${error.output}\n${error.message}\n`)
    return false
  }
}

/** Runs a suite and adds its counts to the verdict. */
async function count(suite: Suite, context: SuiteContext, verdict: Verdict): Promise<void> {
  const start = performance.now()
  const { passed, failed, output } = await suite.run(context)
  printStep(failed > 0 ? '✗' : '✓', start, `${suite.name}: ${passed} passed, ${failed} failed`)
  if (output !== undefined) console.log(`\n${output}\n`)
  verdict.passed += passed
  verdict.failed += failed
  if (failed > 0) verdict.isGreen = false
}
