import { createStripe } from '@paidup/billing'
import { handledTypes, setupCatalogue, setupEndpoint } from '@paidup/billing/operate'
import { parseEnv, type Env } from '@paidup/config'
import { defineCommand } from 'citty'

export const stripeSetup = defineCommand({
  meta: {
    name: 'stripe:setup',
    description:
      'Create the products and prices that Stripe lacks, and subscribe the endpoint to what is handled',
  },
  args: {
    endpoint: {
      type: 'string',
      description: 'URL of the webhook endpoint as Stripe has it; APP_URL and /webhooks/stripe unless given',
    },
  },
  async run({ args }) {
    const env = environment()
    const url = args.endpoint ?? `${env.APP_URL}/webhooks/stripe`
    const stripe = createStripe({ secretKey: env.STRIPE_SECRET_KEY, apiBase: env.STRIPE_API_BASE })
    const created = await setupCatalogue(stripe)
    console.log(
      created.length > 0 ? `Created prices: ${created.join(', ')}` : 'Every price is there already.',
    )
    if (await setupEndpoint(stripe, url)) {
      console.log(`${url} gets the ${handledTypes.length} events that are handled.`)
      return
    }
    console.log(`\nStripe has no webhook endpoint ${url}. Add one in its Dashboard, with these events:`)
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
