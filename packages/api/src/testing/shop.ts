import { createStripe } from '@paidup/billing'
import { setupCatalogue } from '@paidup/billing/operate'
import { openTestWebhook, type TestWebhook } from '@paidup/billing/testing'
import { startStripeLocal } from '@paidup/stripe-local'
import type Stripe from 'stripe'
import type { Role } from '../access.ts'
import { createCaller } from '../app-router.ts'
import type { ApiServices, Viewer } from '../context.ts'

export type TestCaller = { viewer: Viewer; call: ReturnType<typeof createCaller> }

export type TestShop = {
  webhook: TestWebhook
  /** The real SDK on a Local Stripe of the shop's own. */
  stripe: Stripe
  services: ApiServices
  /** A caller who is signed in, for an organization of its own; its owner unless another role is given. */
  newCaller(role?: Role): TestCaller
  /** Subscribes the caller's organization at Stripe and lets the webhook know. */
  subscribe(
    caller: TestCaller,
    lookupKey: string,
    options?: { quantity?: number },
  ): Promise<{ id: string; customer: string }>
  /** From now on the customer pays with the card of that name. */
  payWith(customer: string, card: string): Promise<void>
  /** Delivers every event of Stripe's that has not been delivered yet, in order, and does what the worker would. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** The procedures on a database and a Local Stripe of their own. */
export async function openTestShop(seed: string): Promise<TestShop> {
  const webhook = await openTestWebhook()
  const local = await startStripeLocal({ port: 0, seed })
  const stripe = createStripe({ secretKey: 'sk_test_local', apiBase: local.url })
  const services: ApiServices = { ...webhook.deps, stripe, appUrl: 'https://shop.example' }
  const delivered = new Set<string>()
  let callers = 0

  async function catchUp(): Promise<void> {
    const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    for (const event of events.reverse().filter(({ id }) => !delivered.has(id))) {
      await webhook.deliver(event)
      delivered.add(event.id)
    }
    await webhook.runJobs(stripe)
  }
  async function payWith(customer: string, card: string): Promise<void> {
    const { id } = await stripe.paymentMethods.attach(card, { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
  }
  return {
    webhook,
    stripe,
    services,
    newCaller: (role = 'owner') => {
      callers += 1
      const viewer = {
        userId: `user_${callers}`,
        email: `u${callers}@example.com`,
        orgId: `org_${seed}_${callers}`,
        role,
      }
      return { viewer, call: createCaller({ services, viewer }) }
    },
    subscribe: async ({ viewer: { orgId } }, lookupKey, { quantity = 1 } = {}) => {
      await setupCatalogue(stripe)
      const metadata = { org_id: orgId }
      const customer = await stripe.customers.create({ metadata })
      await payWith(customer.id, 'pm_card_visa')
      const { data } = await stripe.prices.list({ lookup_keys: [lookupKey] })
      const items = [{ price: data[0]?.id ?? '', quantity }]
      const { id } = await stripe.subscriptions.create({ customer: customer.id, items, metadata })
      await catchUp()
      return { id, customer: customer.id }
    },
    payWith,
    catchUp,
    close: async () => {
      await local.close()
      await webhook.close()
    },
  }
}
