import { createStripe, handledTypes, setupCatalogue } from '@paidup/billing'
import { parseEnv, type Env } from '@paidup/config'
import { defineCommand } from 'citty'

export const stripeSetup = defineCommand({
  meta: {
    name: 'stripe:setup',
    description: 'Create the products and prices of the catalogue that Stripe lacks',
  },
  async run() {
    const env = environment()
    const stripe = createStripe({ secretKey: env.STRIPE_SECRET_KEY, apiBase: env.STRIPE_API_BASE })
    const created = await setupCatalogue(stripe)
    console.log(
      created.length > 0 ? `Created prices: ${created.join(', ')}` : 'Every price is there already.',
    )
    if (env.usesLocalStripe) return
    console.log(`\nThe webhook endpoint ${env.APP_URL}/webhooks/stripe needs these events:`)
    for (const type of handledTypes) console.log(`  ${type}`)
  },
})

/** Faults of the environment are for a person to read, without a stack. */
function environment(): Env {
  try {
    return parseEnv(process.env)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return process.exit(1)
  }
}
