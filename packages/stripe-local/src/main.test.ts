import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

/** The program as it is started from a terminal. */
function start(port: number) {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { ...process.env, STRIPE_LOCAL_PORT: String(port) },
  })
  const output = { text: '' }
  const exited = once(child, 'exit') as Promise<[code: number | null]>
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()))
  return { child, output, exited }
}

test(
  'a busy port is one line that names it and the variable, and exit code 1',
  { timeout: 30_000 },
  async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as AddressInfo
    const { output, exited } = start(port)
    expect((await exited)[0]).toBe(1)
    expect(output.text.trim()).toBe(
      `Local Stripe: port ${port} is already in use. Set STRIPE_LOCAL_PORT to another one.`,
    )
    holder.close()
  },
)

test('a signal stops it with exit code 0', { timeout: 30_000 }, async () => {
  const { child, output, exited } = start(0)
  await expect.poll(() => output.text, { timeout: 20_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
  child.kill('SIGTERM')
  expect((await exited)[0]).toBe(0)
})
