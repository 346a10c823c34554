import { parseEnv, type Env } from '@paidup/config'
import { runCommand } from '../supervisor/command.ts'
import { requireFreePorts } from '../supervisor/ports.ts'
import { startProgram, type Program } from '../supervisor/program.ts'
import { endedError, untilReady } from '../supervisor/ready.ts'
import { step } from '../supervisor/steps.ts'
import { turbo } from '../supervisor/turbo.ts'
import { openDatabase, type ProductDatabase } from './database.ts'
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
    ...(env.WORKER_PORT !== undefined ? [{ port: env.WORKER_PORT, variable: 'WORKER_PORT' }] : []),
    ...(plan.stripeLocal ? [{ port: env.STRIPE_LOCAL_PORT, variable: 'STRIPE_LOCAL_PORT' }] : []),
  ])
  const database = await openWhileBuilding(source['DATABASE_URL'], env.usesLocalStripe, isWatching, signal)
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

/** Opens the database and builds at the same time. When one fails the other is stopped. */
async function openWhileBuilding(
  databaseUrl: string | undefined,
  usesLocalStripe: boolean,
  isWatching: boolean,
  signal: AbortSignal,
): Promise<ProductDatabase> {
  const failure = new AbortController()
  const both = AbortSignal.any([signal, failure.signal])
  const orStop = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      failure.abort(error)
      throw error
    })
  const [task, name] = isWatching ? ['generate', 'Generated code'] : ['build', 'Build']
  const [opened] = await Promise.allSettled([
    orStop(openDatabase(databaseUrl, usesLocalStripe, both)),
    orStop(step(name, () => turbo(both, task))),
  ])
  // The first failure is the one to tell of; the other is what came of it.
  if (!both.aborted && opened.status === 'fulfilled') return opened.value
  if (opened.status === 'fulfilled') await opened.value.stop()
  throw both.reason
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
  const { stripeLocal, stripeSetup } = plan
  await Promise.all([...(stripeLocal ? [start(stripeLocal)] : []), start(plan.web), start(plan.worker)])
  if (!stripeSetup) return
  // After the web app is there to take the events that this makes.
  const env = { ...source, ...stripeSetup.env }
  await step('Products and prices', () => runCommand({ ...stripeSetup, env, signal }))
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
