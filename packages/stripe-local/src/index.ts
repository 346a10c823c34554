import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { Clock } from './core/clock.ts'
import { Ids } from './core/ids.ts'
import { Store } from './core/store.ts'
import type { World } from './core/world.ts'
import { Dispatcher } from './delivery/dispatcher.ts'
import { mountApi } from './http/api.ts'
import { mountCheckout } from './pages/checkout.ts'
import { mountLocal } from './pages/local.ts'
import { computed, routes } from './resources/index.ts'
import { createEndpoint } from './resources/webhook-endpoints.ts'

export type StripeLocalOptions = {
  /** 0 takes any free port. */
  port: number
  /** The endpoint registered at start; more can be made through the API. */
  webhook?: { url: string; secret: string; events?: string[]; apiVersion?: string }
  /** Seed of ids and of hostile delivery; random when not given. */
  seed?: string
}
export type StripeLocal = {
  url: string
  port: number
  world: World
  dispatcher: Dispatcher
  close: () => Promise<void>
}

/** Starts one emulator on the loopback interface. Rejects with EADDRINUSE when the port is taken. */
export async function startStripeLocal(options: StripeLocalOptions): Promise<StripeLocal> {
  const seed = options.seed ?? randomBytes(12).toString('hex')
  const { world, dispatcher } = createWorld(seed)
  const requests = new Ids(`${seed}:requests`)
  const app = new Hono()
  mountApi(app, { world, routes, computed, nextRequestId: () => requests.next('req', 14) })
  mountCheckout(app, { world, dispatcher })
  mountLocal(app, { world, dispatcher })

  const listener = getRequestListener(app.fetch)
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  world.url = `http://127.0.0.1:${port}`
  if (options.webhook) {
    const { url, secret, events = ['*'], apiVersion } = options.webhook
    createEndpoint(world, { url, enabled_events: events, api_version: apiVersion }, secret)
  }
  const close = async () => {
    dispatcher.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: world.url, port, world, dispatcher, close }
}

function createWorld(seed: string): { world: World; dispatcher: Dispatcher } {
  const world: World = {
    store: new Store(),
    ids: new Ids(seed),
    clock: new Clock(),
    url: '',
    request: null,
    onEvent: (event) => dispatcher.enqueue(event),
    resend: (event, endpoint) => dispatcher.resend(event, endpoint),
  }
  const dispatcher = new Dispatcher(world, seed)
  return { world, dispatcher }
}
