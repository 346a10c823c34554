import { createServer } from 'node:http'
import { createStripe, syncCatalogueUntilDone } from '@paidup/billing'
import { loggerOptions, parseEnv, type Env } from '@paidup/config'
import { createDatabase } from '@paidup/db'
import pino from 'pino'
import { createAuth } from './app/auth.server.ts'
import { createMetrics } from './app/metrics.server.ts'
import type { Services } from './app/services.server.ts'
import { createApp } from './http/create-app.ts'
import { builtFrontend, viteFrontend } from './http/frontend.ts'
import { listen, untilStopped } from './http/lifecycle.ts'

try {
  await main()
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const env = parseEnv(process.env)
  const services = createServices(env)
  const server = createServer()
  const vite = process.env['WEB_DEV'] === '1' ? await viteFrontend(server) : undefined
  server.on('request', createApp(services, vite ?? (await builtFrontend())))
  await listen(server, env.PORT)
  // Before the line that invites others to act: a signal that comes right after it must find its handler.
  const stopped = untilStopped(server)
  const stopping = new AbortController()
  const synced = syncCatalogueUntilDone({ ...services, livemode: env.livemode }, stopping.signal)
  services.log.info({ port: env.PORT, url: env.APP_URL }, 'web app ready')
  await stopped
  stopping.abort()
  await synced
  await vite?.close()
  await services.db.$disconnect()
}

function createServices(env: Env): Services {
  const log = pino(loggerOptions(env, 'web'))
  const db = createDatabase({ url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE })
  const stripe = createStripe({ secretKey: env.STRIPE_SECRET_KEY, apiBase: env.STRIPE_API_BASE })
  const auth = createAuth({
    db,
    secret: env.AUTH_SECRET,
    baseURL: env.APP_URL,
    log: log.child({ seam: 'auth' }),
  })
  return { env, db, stripe, log, clock: { now: () => new Date() }, auth, metrics: createMetrics(db, log) }
}
