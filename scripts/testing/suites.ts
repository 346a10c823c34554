import { rmSync } from 'node:fs'
import path from 'node:path'
import getPort from 'get-port'
import { dataFolder, root } from '../root.ts'
import { CommandError, runCommand } from '../supervisor/command.ts'
import { countPlaywright, countVitest, readCounts, type Counts } from './reports.ts'

export interface SuiteResult extends Counts {
  /** What the runner printed, when it failed. */
  output?: string
}

export interface SuiteContext {
  /** The PostgreSQL to make databases on. */
  serverUrl: string
  /** Whether to run, too, what shows in real time what other tests show with a clock in their hands. */
  isThorough: boolean
  signal: AbortSignal
}

/** Tests that a runner runs and counts. */
export interface Suite {
  name: string
  run(context: SuiteContext): Promise<SuiteResult>
}

export const suites = {
  unit: { name: 'Unit tests', run: (context) => runVitest('unit', context) },
  db: { name: 'Database tests', run: (context) => runVitest('db', context) },
  e2e: { name: 'Browser tests', run: runPlaywright },
} satisfies Record<string, Suite>

async function runVitest(project: string, { serverUrl, signal }: SuiteContext): Promise<SuiteResult> {
  const report = reportFile(project)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const env = { ...process.env, TEST_DATABASE_URL: serverUrl }
  const failure = await run(
    ['node_modules/.bin/vitest', 'run', '--project', project, ...reporters],
    env,
    signal,
  )
  return { ...readCounts(report, countVitest, !failure), ...failure }
}

async function runPlaywright({ serverUrl, isThorough, signal }: SuiteContext): Promise<SuiteResult> {
  const report = reportFile('e2e')
  const env = {
    ...process.env,
    TEST_DATABASE_URL: serverUrl,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    E2E_PORT: String(await getPort()),
    E2E_STRIPE_LOCAL_PORT: String(await getPort()),
  }
  const projects = isThorough ? [] : ['--project=browser']
  const failure = await run(
    ['apps/web/node_modules/.bin/playwright', 'test', '-c', 'apps/web', ...projects],
    env,
    signal,
  )
  return { ...readCounts(report, countPlaywright, !failure), ...failure }
}

/** Runs a program of the checkout. Its output comes back when it fails, and then its report tells more. */
async function run(
  [program = '', ...args]: string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<{ output: string } | undefined> {
  const command = path.join(root, program)
  try {
    await runCommand({ name: path.basename(program), command: [command, ...args], env, signal })
    return undefined
  } catch (error) {
    if (error instanceof CommandError) return { output: error.output }
    throw error
  }
}

/** Where a runner leaves its JSON; that of an earlier run is removed. */
function reportFile(suite: string): string {
  const file = path.join(dataFolder, 'reports', `${suite}.json`)
  rmSync(file, { force: true })
  return file
}
