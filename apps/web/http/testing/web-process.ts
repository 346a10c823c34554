import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type WebProcess = {
  url: string
  /** Every log line so far, as text. */
  lines: string[]
  /** Ends the process without a chance to say goodbye. */
  kill(): Promise<void>
  /** Ends it as an operator would, and gives the exit code. */
  stop(): Promise<number | null>
}

const WEB = fileURLToPath(new URL('../..', import.meta.url))

/** The built web app in a process of its own, once it listens. */
export async function startWebProcess(env: Record<string, string>): Promise<WebProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', 'tsx', 'server.ts'], {
    cwd: WEB,
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const isReady = new Promise<void>((resolve, reject) => {
    const keep = (line: string) => {
      lines.push(line)
      if (line.includes('"web app ready"')) resolve()
    }
    createInterface({ input: child.stdout }).on('line', keep)
    createInterface({ input: child.stderr }).on('line', keep)
    child.once('exit', (code) => reject(new Error(`The web app ended with ${code}:\n${lines.join('\n')}`)))
  })
  await isReady
  return {
    url: `http://127.0.0.1:${port}`,
    lines,
    kill: async () => void (await end(child, 'SIGKILL')),
    stop: () => end(child, 'SIGTERM'),
  }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
  return child.exitCode
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
