import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { serveProbes } from './probes.ts'

async function open(fault: () => string | null): Promise<number> {
  const server = await serveProbes(0, fault)
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

it('answers that it lives, and whether jobs are taken and why not', async () => {
  let fault: string | null = 'The database is read-only.'
  const port = await open(() => fault)
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, body: (await response.json()) as object }
  }
  expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: { title: 'not_ready', detail: fault } })
  fault = null
  expect(await ask('/readyz?from=a-probe')).toEqual({ status: 200, body: { status: 'ready' } })
  for (const path of ['/', '//', '/%ff']) expect((await ask(path)).status).toBe(404)
})

it('says in one line that its port is taken, and which variable changes it', async () => {
  const port = await open(() => null)
  await expect(serveProbes(port, () => null)).rejects.toThrow(
    `Port ${port} is in use. Stop what listens there, or set WORKER_PORT to another port.`,
  )
})
