import { CommandError } from '../supervisor/command.ts'
import { printStep } from '../supervisor/steps.ts'
import { turbo } from '../supervisor/turbo.ts'
import { checks, type Check } from './checks.ts'
import type { Counts } from './reports.ts'
import { suites, type Suite } from './suites.ts'
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
 * Runs the parts one after the other on one PostgreSQL, a line for each step and the output of those that fail.
 * A failure does not keep the rest from running, unless the rest cannot be run without.
 */
export async function runParts(parts: Part[], signal: AbortSignal): Promise<Verdict> {
  const verdict: Verdict = { passed: 0, failed: 0, isGreen: true }
  const server = await testServer()
  try {
    const build = parts.includes('check') || parts.includes('e2e') ? ['build'] : []
    const first: Check = { name: 'Generated code', run: () => turbo(signal, 'generate') }
    if (!(await passes(first, signal))) return { ...verdict, isGreen: false }
    if (parts.includes('check')) {
      for (const check of checks(server.url)) if (!(await passes(check, signal))) verdict.isGreen = false
    }
    if (build.length > 0 && !(await passes({ name: 'Build', run: () => turbo(signal, ...build) }, signal))) {
      return { ...verdict, isGreen: false }
    }
    for (const [part, suite] of Object.entries(suites)) {
      if (isPart(part) && parts.includes(part)) await count(suite, server.url, verdict, signal)
    }
    return verdict
  } finally {
    await server.stop()
  }
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
async function count(suite: Suite, serverUrl: string, verdict: Verdict, signal: AbortSignal): Promise<void> {
  const start = performance.now()
  const { passed, failed, output } = await suite.run(serverUrl, signal)
  printStep(failed > 0 ? '✗' : '✓', start, `${suite.name}: ${passed} passed, ${failed} failed`)
  if (output !== undefined) console.log(`\n${output}\n`)
  verdict.passed += passed
  verdict.failed += failed
  if (failed > 0) verdict.isGreen = false
}
