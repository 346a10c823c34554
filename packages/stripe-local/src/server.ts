import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { forget, runTimers } from './billing/advance.ts'
import { Clock } from './core/clock.ts'
import { Ids } from './core/ids.ts'
import { RULES, type Rules } from './core/rules.ts'
import { Snapshot } from './core/snapshot.ts'
import { Store } from './core/store.ts'
import type { World } from './core/world.ts'
import { Dispatcher } from './delivery/dispatcher.ts'
import { type EndpointAtStart, registerEndpoint } from './delivery/endpoints.ts'
import { mountApi } from './http/api.ts'
import { ownOriginOnly } from './http/own-origin.ts'
import { mountCheckout } from './pages/checkout.ts'
import { mountConfirm } from './pages/confirm.ts'
import { mountDashboard } from './pages/dashboard.ts'
import { mountInvoice } from './pages/invoice.ts'
import { mountLocal } from './pages/local.ts'
import { mountPortal } from './pages/portal.ts'
import { computed, routes } from './resources/index.ts'

export type StripeLocalOptions = {
  /** 0 takes any free port. */
  port: number
  /** The endpoint registered at start; more can be made through the API. */
  webhook?: EndpointAtStart
  /** Folder of the snapshot; without it the state lives in memory only. */
  dataDir?: string
  /** Seed of ids and of hostile delivery; random when not given. */
  seed?: string
  /** What becomes of a subscription whose renewal could never be collected; `cancel` by default. */
  dunningEnd?: World['dunningEnd']
  /** What differs from the rules that hold by default; see core/rules.ts. */
  rules?: Partial<Rules>
  /** Behaviour of delivery from the start, as `POST /_local/delivery` takes it. */
  delivery?: object
  /** Told what an operator should know, such as a snapshot that was set aside. */
  warn?: (message: string) => void
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
  const { world, dispatcher } = createWorld(seed, options)
  const app = createApp(world, dispatcher, seed)
  const listener = getRequestListener(app.fetch)
  const server = createServer((request, response) => {
    // What a request made due at once happens right after its answer.
    response.once('finish', () => runTimers(world, null, world.clock.now()))
    void listener(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  world.url = `http://127.0.0.1:${port}`
  const snapshot =
    options.dataDir === undefined
      ? undefined
      : new Snapshot(world, options.dataDir, options.warn ?? (() => undefined))
  if (options.webhook) registerEndpoint(world, options.webhook)
  dispatcher.resume()
  const stopTicking = keepTime(world)
  const close = async () => {
    stopTicking()
    dispatcher.close()
    snapshot?.save()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: world.url, port, world, dispatcher, close }
}

function createWorld(seed: string, options: StripeLocalOptions): { world: World; dispatcher: Dispatcher } {
  const world: World = {
    store: new Store(),
    ids: new Ids(seed),
    clock: new Clock(),
    url: '',
    request: null,
    dunningEnd: options.dunningEnd ?? 'cancel',
    rules: { ...RULES, ...options.rules },
    onEvent: (event) => dispatcher.enqueue(event),
    resend: (event, endpoint) => dispatcher.resend(event, endpoint),
  }
  const dispatcher = new Dispatcher(world, seed)
  if (options.delivery) dispatcher.configure(options.delivery)
  return { world, dispatcher }
}

function createApp(world: World, dispatcher: Dispatcher, seed: string): Hono {
  const requests = new Ids(`${seed}:requests`)
  const app = new Hono()
  app.use(ownOriginOnly)
  mountApi(app, {
    world,
    routes,
    computed,
    nextRequestId: () => requests.next('req', 14),
    drawFaults: (path) => dispatcher.drawFaults(path),
  })
  mountCheckout(app, { world, dispatcher })
  mountConfirm(app, { world, dispatcher })
  mountPortal(app, world)
  mountInvoice(app, world)
  mountLocal(app, { world, dispatcher })
  mountDashboard(app, { world, dispatcher })
  return app
}

/** Lets things fall due as real time passes; returns how to stop that. */
function keepTime(world: World): () => void {
  const tick = setInterval(() => runTimers(world, null, world.clock.now()), 200)
  const sweep = setInterval(() => forget(world), 60_000)
  tick.unref()
  sweep.unref()
  return () => {
    clearInterval(tick)
    clearInterval(sweep)
  }
}
