import { once } from 'node:events'
import { createStripe } from '@paidup/billing'
import { syncCatalogueUntilDone } from '@paidup/billing/operate'
import { loggerOptions, parseEnv } from '@paidup/config'
import { createDatabase } from '@paidup/db'
import { pino } from 'pino'
import { serveProbes } from './probes.ts'
import { startWorker } from './worker.ts'
import { WorkerHealth } from './worker-health.ts'

try {
  await main()
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const env = parseEnv(process.env)
  const log = pino(loggerOptions(env, 'worker'))
  const db = createDatabase({ url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE })
  const stripe = createStripe({ secretKey: env.STRIPE_SECRET_KEY, apiBase: env.STRIPE_API_BASE })
  // Before the line that invites others to act: a signal that comes right after it must find its handler.
  const isToStop = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  const health = new WorkerHealth(log)
  if (env.WORKER_PORT !== undefined) await serveProbes(env.WORKER_PORT, () => health.fault())
  const worker = startWorker({ db, stripe, log, databaseUrl: env.DATABASE_URL }, health)
  void worker.ready.then((isReady) => {
    if (isReady) log.info('worker ready')
  })
  const stopping = new AbortController()
  const synced = syncCatalogueUntilDone({ db, log, livemode: env.livemode }, stopping.signal)
  await isToStop
  log.info('worker stopping')
  stopping.abort()
  await synced
  await worker.stop()
  await db.$disconnect()
}
