import { randomUUID } from 'node:crypto'
import { dropDatabase, ensureDatabase, withDatabase } from '@paidup/db/migrate'
import { runProduct } from '../product/run.ts'
import { explain } from '../supervisor/command.ts'
import { stopSignal } from '../supervisor/stop-signal.ts'
import { localEnv } from './local-env.ts'
import { testServer } from './test-postgres.ts'

// The whole product, as `start` runs it, with a database and a Local Stripe that begin empty.

const signal = stopSignal()
const server = await testServer()
const url = withDatabase(server.url, `paidup_test_browser_${randomUUID().slice(0, 8)}`)
try {
  await ensureDatabase(url)
  await runProduct({
    source: { ...process.env, ...localEnv, DATABASE_URL: url },
    isWatching: false,
    signal,
    onReady: (env) => console.log(`Ready: ${env.APP_URL}`),
  })
} catch (error) {
  if (!signal.aborted) {
    console.error(explain(error))
    process.exitCode = 1
  }
} finally {
  await dropDatabase(url)
  await server.stop()
}
process.exit()
