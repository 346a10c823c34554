import { defineCommand, runMain } from 'citty'
import { stripeSetup } from './stripe-setup.ts'

await runMain(
  defineCommand({
    meta: { name: 'paidup', description: 'Operate Paidup' },
    subCommands: { 'stripe:setup': stripeSetup },
  }),
)
