import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createStripe } from '@paidup/billing'
import { handledTypes } from '@paidup/billing/operate'
import { createTestDatabase } from '@paidup/db/testing'
import getPort from 'get-port'
import { beforeEach, expect, it, vi } from 'vitest'
import { root } from './root.ts'
import { requireFreePorts } from './supervisor/ports.ts'
import { localEnv } from './testing/local-env.ts'

interface Run {
  output(): string
  /** The exit code. */
  ended: Promise<number | null>
  signal(name: NodeJS.Signals): void
}

let databaseUrl: string

beforeEach(async () => {
  const database = await createTestDatabase()
  databaseUrl = database.url
  return database.drop
})

type Ports = Record<'PORT' | 'STRIPE_LOCAL_PORT' | 'WORKER_PORT', number>

function start(ports: Ports): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts', '--watch'], {
    cwd: root,
    env: {
      ...process.env,
      ...localEnv,
      DATABASE_URL: databaseUrl,
      PORT: String(ports.PORT),
      STRIPE_LOCAL_PORT: String(ports.STRIPE_LOCAL_PORT),
      WORKER_PORT: String(ports.WORKER_PORT),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  return {
    output: () => output,
    ended: once(child, 'close').then(([code]) => code as number | null),
    signal: (name) => void child.kill(name),
  }
}

const freePorts = async (): Promise<Ports> => ({
  PORT: await getPort(),
  STRIPE_LOCAL_PORT: await getPort(),
  WORKER_PORT: await getPort(),
})

it('says in a line each which ports are taken and which variable changes them', async () => {
  const taken = [createServer().listen(0), createServer().listen(0)]
  await Promise.all(taken.map((server) => once(server, 'listening')))
  const [worker, local] = taken.map((server) => (server.address() as AddressInfo).port) as [number, number]
  const run = start({ ...(await freePorts()), WORKER_PORT: worker, STRIPE_LOCAL_PORT: local })
  expect(await run.ended).toBe(1)
  expect(run.output().trim()).toBe(
    `Port ${worker} is in use: stop what listens there, or set WORKER_PORT to another port.\n` +
      `Port ${local} is in use: stop what listens there, or set STRIPE_LOCAL_PORT to another port.`,
  )
  for (const server of taken) server.close()
})

it('subscribes Local Stripe to what is handled, stops everything and exits with 0 when only its own process gets SIGTERM', async () => {
  const ports = await freePorts()
  const run = start(ports)
  await vi.waitUntil(
    () => /worker \| .*ready/.test(run.output()) && run.output().includes('s  Products and prices'),
    { timeout: 90_000 },
  )
  const apiBase = `http://127.0.0.1:${ports.STRIPE_LOCAL_PORT}`
  const { data: endpoints } = await createStripe({
    secretKey: 'sk_test_any',
    apiBase,
  }).webhookEndpoints.list()
  expect(endpoints.map((endpoint) => endpoint.enabled_events)).toEqual([handledTypes])
  expect((await fetch(`http://127.0.0.1:${ports.WORKER_PORT}/readyz`)).status).toBe(200)
  run.signal('SIGTERM')
  // The pipes of its children are its own, so the output ends only when the last of them has.
  expect(await run.ended).toBe(0)
  const wanted = Object.entries(ports).map(([variable, port]) => ({ variable, port }))
  await expect(requireFreePorts(wanted)).resolves.toBeUndefined()
}, 120_000)
