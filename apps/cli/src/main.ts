import { fileURLToPath } from 'node:url'
import { defineCommand, runMain } from 'citty'
import { config as loadDotEnv } from 'dotenv'
import { stripeSetup } from './stripe-setup.ts'

loadDotEnv({ quiet: true, path: fileURLToPath(new URL('../../../.env', import.meta.url)) })

await runMain(
  defineCommand({
    meta: { name: 'paidup', description: 'Operate Paidup' },
    subCommands: { 'stripe:setup': stripeSetup },
  }),
)
