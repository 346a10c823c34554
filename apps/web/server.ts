import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { syncCatalogueUntilDone } from '@paidup/billing/operate'
import { loggerOptions, parseEnv } from '@paidup/config'
import pino from 'pino'
import { createApp } from './http/create-app.ts'
import { createServices } from './http/create-services.ts'
import { builtFrontend, viteFrontend } from './http/frontend.ts'
import { listen, untilStopped } from './http/lifecycle.ts'
import { refuseTunnel } from './http/refuse-tunnel.ts'

/** Milliseconds that the database has at the start before the log says that it is not ready. */
const BOOT_PATIENCE = 1000

try {
  await main()
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const env = parseEnv(process.env)
  const services = createServices(env, pino(loggerOptions(env, 'web')))
  const server = createServer()
  const vite = process.env['WEB_DEV'] === '1' ? await viteFrontend(server) : undefined
  server.on('request', createApp(services, vite ?? (await builtFrontend())))
  server.on('connect', refuseTunnel)
  await listen(server, env.PORT)
  // Before the line that invites others to act: a signal that comes right after it must find its handler.
  const stopped = untilStopped(server)
  const stopping = new AbortController()
  const synced = syncCatalogueUntilDone({ ...services, livemode: env.livemode }, stopping.signal)
  services.log.info({ port: env.PORT, url: env.APP_URL }, 'web app ready')
  // What is wrong with the database is logged now, and not only when somebody asks; nothing is, where it is told at once.
  void Promise.race([synced, sleep(BOOT_PATIENCE, undefined, { ref: false })]).then(() =>
    services.readiness(),
  )
  await stopped
  stopping.abort()
  await synced
  await vite?.close()
  await Promise.all([services.db.$disconnect(), services.webhookDb.$disconnect()])
}
