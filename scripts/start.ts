import path from 'node:path'
import { config as loadDotEnv } from 'dotenv'
import type { Env } from '@paidup/config'
import { runProduct } from './product/run.ts'
import { dataFolder } from './root.ts'
import { explain } from './supervisor/command.ts'
import { stopSignal } from './supervisor/stop-signal.ts'

const start = performance.now()
const signal = stopSignal()
loadDotEnv({ quiet: true })

try {
  await runProduct({
    source: process.env,
    isWatching: process.argv.includes('--watch'),
    stripeState: path.join(dataFolder, 'stripe-local'),
    signal,
    onReady: sayReady,
  })
} catch (error) {
  if (!signal.aborted) {
    console.error(explain(error))
    process.exitCode = 1
  }
}
if (signal.aborted) console.log('Stopped.')
process.exit()

function sayReady(env: Env): void {
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`\nPaidup is ready after ${seconds} s. Stop it with Ctrl-C.\n\n  The shop      ${env.APP_URL}`)
  if (env.usesLocalStripe) console.log(`  Local Stripe  ${env.STRIPE_API_BASE}`)
  console.log()
}
