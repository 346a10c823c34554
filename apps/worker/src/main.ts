import { createStripe } from '@paidup/billing'
import { loggerOptions, parseEnv, type Env } from '@paidup/config'
import { createDatabase } from '@paidup/db'
import { pino } from 'pino'
import { startWorker } from './worker.ts'

const env = readEnv()
const log = pino(loggerOptions(env, 'worker'))
const db = createDatabase({ url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE })
const stripe = createStripe({ secretKey: env.STRIPE_SECRET_KEY, apiBase: env.STRIPE_API_BASE })

const worker = await startWorker({ db, stripe, log, databaseUrl: env.DATABASE_URL })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))
log.info('worker ready')

/** Lets running jobs finish; what can't is taken up again by another worker. */
async function stop(signal: string): Promise<void> {
  log.info({ signal }, 'worker stopping')
  await worker.stop()
  await db.$disconnect()
  process.exit(0)
}

function readEnv(): Env {
  try {
    return parseEnv(process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
