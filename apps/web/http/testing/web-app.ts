import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { syncCatalogue } from '@paidup/billing/operate'
import { parseEnv } from '@paidup/config'
import { createTestDatabase } from '@paidup/db/testing'
import { startStripeLocal } from '@paidup/stripe-local'
import pino from 'pino'
import type { Services } from '../../app/services.server.ts'
import { createApp } from '../create-app.ts'
import { createServices } from '../create-services.ts'
import { builtFrontend } from '../frontend.ts'
import { APP_URL } from './browser.ts'

export type WebApp = Services & {
  url: string
  /** What was logged as a fault of ours. */
  faults: string[]
  close(): Promise<void>
}

/** The built web app in this process, on a free port, with a database and a Local Stripe of its own. */
export async function openWebApp(seed: string): Promise<WebApp> {
  const database = await createTestDatabase()
  const local = await startStripeLocal({ port: 0, seed })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = parseEnv({
    DATABASE_URL: database.url,
    APP_URL,
    STRIPE_API_BASE: local.url,
    NODE_ENV: 'test',
    METRICS_TOKEN: 'a-token-for-the-tests',
  })
  const faults: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void faults.push(line) })
  const services = createServices(env, log)
  await syncCatalogue({ ...services, livemode: env.livemode })
  server.on('request', createApp(services, await builtFrontend()))
  return {
    ...services,
    url,
    faults,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await local.close()
      await Promise.all([services.db.$disconnect(), services.webhookDb.$disconnect()])
      await database.drop()
    },
  }
}
