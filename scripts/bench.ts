import { benchStripeLocal } from './bench/stripe-local.ts'
import { benchWebhook } from './bench/webhook.ts'
import { stopSignal } from './supervisor/stop-signal.ts'
import { testServer } from './testing/test-postgres.ts'

// Figures of this machine, to compare within one run. Nothing passes or fails by them.

const signal = stopSignal()
const server = await testServer()
try {
  console.log(`Webhook       ${await benchWebhook(server.url, signal)}`)
  console.log(`Local Stripe  ${await benchStripeLocal()}`)
} finally {
  await server.stop()
}
process.exit()
