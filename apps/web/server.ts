import { createServer } from 'node:http'
import { createSkewAlarm, createStripe } from '@paidup/billing'
import { loggerOptions, parseEnv, type Env } from '@paidup/config'
import { createDatabase } from '@paidup/db'
import pino from 'pino'
import { createAuth } from './app/auth.server.ts'
import { createMetrics } from './app/metrics.server.ts'
import { createReadiness } from './app/readiness.server.ts'
import type { Services } from './app/services.server.ts'
import { createApp } from './http/create-app.ts'
import { builtFrontend, viteFrontend } from './http/frontend.ts'
import { listen, untilStopped } from './http/lifecycle.ts'
import { refuseTunnel } from './http/refuse-tunnel.ts'

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
  server.on('connect', refuseTunnel)
  await listen(server, env.PORT)
  // Before the line that invites others to act: a signal that comes right after it must find its handler.
  const stopped = untilStopped(server)
  services.log.info({ port: env.PORT, url: env.APP_URL }, 'web app ready')
  // What is wrong with the database is logged now, and not only when somebody asks.
  void services.readiness()
  await stopped
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
  const clock = { now: () => new Date() }
  return {
    env,
    db,
    stripe,
    log,
    clock,
    auth,
    metrics: createMetrics(db, log),
    readiness: createReadiness(db, log),
    skewAlarm: createSkewAlarm(log.child({ seam: 'webhook.stripe' })),
  }
}
