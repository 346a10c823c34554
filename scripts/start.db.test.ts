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

function start(ports: Record<'PORT' | 'STRIPE_LOCAL_PORT', number>): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts', '--watch'], {
    cwd: root,
    env: {
      ...process.env,
      ...localEnv,
      DATABASE_URL: databaseUrl,
      PORT: String(ports.PORT),
      STRIPE_LOCAL_PORT: String(ports.STRIPE_LOCAL_PORT),
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

const freePorts = async () => ({ PORT: await getPort(), STRIPE_LOCAL_PORT: await getPort() })

it('says in one line which port is taken and which variable changes it', async () => {
  const taken = createServer().listen(0)
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const run = start({ ...(await freePorts()), STRIPE_LOCAL_PORT: port })
  expect(await run.ended).toBe(1)
  expect(run.output().trim()).toBe(
    `Port ${port} is in use: stop what listens there, or set STRIPE_LOCAL_PORT to another port.`,
  )
  taken.close()
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
  run.signal('SIGTERM')
  // The pipes of its children are its own, so the output ends only when the last of them has.
  expect(await run.ended).toBe(0)
  const wanted = Object.entries(ports).map(([variable, port]) => ({ variable, port }))
  await expect(requireFreePorts(wanted)).resolves.toBeUndefined()
}, 120_000)
