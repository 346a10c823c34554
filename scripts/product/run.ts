import { parseEnv, type Env } from '@paidup/config'
import { runCommand } from '../supervisor/command.ts'
import { requireFreePorts } from '../supervisor/ports.ts'
import { startProgram, type Program } from '../supervisor/program.ts'
import { endedError, untilReady } from '../supervisor/ready.ts'
import { step } from '../supervisor/steps.ts'
import { turbo } from '../supervisor/turbo.ts'
import { openDatabase } from './database.ts'
import { planProduct, type ProductOptions, type ProductPlan, type ProgramPlan } from './programs.ts'

export interface RunOptions extends ProductOptions {
  /** The environment as it was given, not yet checked. */
  source: NodeJS.ProcessEnv
  /** Stops everything when it aborts. */
  signal: AbortSignal
  /** Called once the product is ready. */
  onReady: (env: Env) => void
}

/**
 * Runs the whole product until `signal` aborts, and leaves nothing running.
 * @throws Error when the environment or a port is not right, or when one of its programs ends by itself
 */
export async function runProduct(options: RunOptions): Promise<void> {
  const { source, isWatching, signal } = options
  const env = parseEnv(source)
  const plan = planProduct(env, options)
  await requireFreePorts([
    { port: env.PORT, variable: 'PORT' },
    ...(plan.stripeLocal ? [{ port: env.STRIPE_LOCAL_PORT, variable: 'STRIPE_LOCAL_PORT' }] : []),
  ])
  const building = step(isWatching ? 'Generated code' : 'Build', () =>
    turbo(signal, isWatching ? 'generate' : 'build'),
  )
  const database = await settleBoth(openDatabase(source['DATABASE_URL'], signal), building)
  const programs: Program[] = []
  try {
    await startPrograms(plan, { ...source, DATABASE_URL: database.url }, programs, signal)
    options.onReady(env)
    await untilStopped(programs, signal)
  } finally {
    await Promise.all(programs.map((program) => program.stop()))
    await database.stop()
  }
}

/** The database, unless the build fails: then it is stopped again. */
async function settleBoth<T extends { stop(): Promise<void> }>(
  opening: Promise<T>,
  building: Promise<unknown>,
): Promise<T> {
  const [opened, built] = await Promise.allSettled([opening, building])
  if (opened.status === 'rejected') throw opened.reason
  if (built.status === 'fulfilled') return opened.value
  await opened.value.stop()
  throw built.reason
}

/** Starts the programs into `programs`; returns when each is ready. */
async function startPrograms(
  plan: ProductPlan,
  source: NodeJS.ProcessEnv,
  programs: Program[],
  signal: AbortSignal,
): Promise<void> {
  const start = async ({ name, command, env, readyUrl }: ProgramPlan): Promise<void> => {
    signal.throwIfAborted()
    const program = startProgram({
      name,
      command,
      env: { ...source, ...env },
      onLine: (line) => console.log(`${name} | ${line}`),
    })
    programs.push(program)
    if (readyUrl) await step(name, () => untilReady(program, readyUrl, signal))
  }
  const startStripe = async (): Promise<void> => {
    const { stripeLocal, stripeSetup } = plan
    if (stripeLocal) await start(stripeLocal)
    const env = { ...source, ...stripeSetup.env }
    await step('Products and prices', () => runCommand({ ...stripeSetup, env, signal }))
  }
  await Promise.all([startStripe(), start(plan.web), start(plan.worker)])
}

/** Returns when `signal` aborts; rejects when a program ends before that. */
async function untilStopped(programs: Program[], signal: AbortSignal): Promise<void> {
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined))
  })
  const endings = programs.map(async (program) => ({ program, ...(await program.ended) }))
  const first = await Promise.race([aborted, ...endings])
  if (first && !signal.aborted) throw endedError(first.program, first.how)
}
