import { createStripe, setupCatalogue } from '@paidup/billing'
import { parseEnv } from '@paidup/config'
import { defineCommand } from 'citty'

export const stripeSetup = defineCommand({
  meta: {
    name: 'stripe:setup',
    description: 'Create the products and prices of the catalogue that Stripe lacks',
  },
  async run() {
    const env = parseEnv(process.env)
    const stripe = createStripe({ secretKey: env.STRIPE_SECRET_KEY, apiBase: env.STRIPE_API_BASE })
    const created = await setupCatalogue(stripe)
    console.log(
      created.length > 0 ? `Created prices: ${created.join(', ')}` : 'Every price is there already.',
    )
  },
})
