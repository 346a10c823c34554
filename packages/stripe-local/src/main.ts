import process, { env, exit } from 'node:process'
import { z } from 'zod'
import { optionsFrom } from './options.ts'
import { startStripeLocal, type StripeLocal, type StripeLocalOptions } from './server.ts'

async function start(options: StripeLocalOptions): Promise<StripeLocal> {
  try {
    return await startStripeLocal({ ...options, warn: (message) => console.warn(`Local Stripe: ${message}`) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    console.error(
      `Local Stripe: port ${options.port} is already in use. Set STRIPE_LOCAL_PORT to another one.`,
    )
    return exit(1)
  }
}

function readOptions(): StripeLocalOptions {
  try {
    return optionsFrom(env)
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    console.error(`Local Stripe: the environment is not right.\n${z.prettifyError(error)}`)
    return exit(1)
  }
}

const options = readOptions()
const local = await start(options)
console.log(`Local Stripe: ${local.url}${options.webhook ? `, events go to ${options.webhook.url}` : ''}`)

const stop = () => void local.close().then(() => exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
