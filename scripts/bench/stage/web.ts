import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, closeSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from '@paidup/config'
import getPort from 'get-port'
import { planProduct } from '../../product/programs.ts'
import { dataFolder, root } from '../../root.ts'
import { guard, unguard } from '../../supervisor/watchdog.ts'
import { SECRET } from '../deliveries.ts'
import { usageOf, type Usage } from './process-usage.ts'

/** The built web app in a process of its own, in production mode. */
export type Web = {
  url: string
  usage(): Usage
  /** Megabytes that it has logged. */
  logged(): number
  stop(): Promise<void>
}

/** Connections of whoever is measured to the database, the web app's and the yardsticks' alike. */
export const POOL_SIZE = 16

/** Seconds. */
const START = 30

/** Starts it. Its log goes to a file, so that nobody who is measured has to read it. */
export async function startWeb(databaseUrl: string): Promise<Web> {
  const port = await getPort({ host: '127.0.0.1' })
  const url = `http://127.0.0.1:${port}`
  const env = { PATH: process.env['PATH'], ...settings(url, port, databaseUrl) }
  const logFile = path.join(dataFolder, 'bench', 'web.log')
  mkdirSync(path.dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'w')
  const { web } = planProduct(parseEnv(env), { isWatching: false })
  const [file, ...args] = web.command
  const child = spawn(file, args, {
    cwd: root,
    env: { ...env, ...web.env },
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  await once(child, 'spawn')
  const group = child.pid ?? 0
  guard(group)
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      // It was measured: what it still does for who waits is nobody's interest.
      process.kill(-group, 'SIGKILL')
      await ended
    }
    unguard(group)
  }
  for (let waited = 0; !(await isReady(url)); waited += 0.1) {
    if (child.exitCode !== null || waited > START) {
      await stop()
      throw new Error(`The web app did not start:\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
    }
    await sleep(100)
  }
  const logged = () => statSync(logFile).size / 1e6
  return { url, usage: () => usageOf(group), logged, stop }
}

function settings(url: string, port: number, databaseUrl: string) {
  return {
    NODE_ENV: 'production',
    PORT: String(port),
    APP_URL: url,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    STRIPE_SECRET_KEY: 'sk_test_of_the_bench',
    // Nobody is asked: there is no worker.
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    STRIPE_WEBHOOK_SECRET: SECRET,
    AUTH_SECRET: 'a-secret-of-the-bench-that-signs-no-one-else',
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
