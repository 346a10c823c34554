import { createCheckout } from '@paidup/billing'
import { setupCatalogue } from '@paidup/billing/operate'
import type { Db } from '@paidup/db'
import { startRecorder, type Recording } from './recorder.ts'

/**
 * Records how an org that is new buys a plan, with the product's own checkout: one event of each type that it makes.
 * (The customer is updated twice, with nothing in it that Paidup reads; the last one stands for both.)
 */
export async function recordFirstCheckout(db: Db, orgId: string): Promise<Recording> {
  const { stripe, pay, finish } = await startRecorder('first checkout')
  await setupCatalogue(stripe)
  const clock = { now: () => new Date() }
  const deps = { db, stripe, clock, livemode: false, appUrl: 'http://localhost:3000' }
  const buyer = { orgId, userId: 'user_of_lives', email: 'ada@example.com' }
  await pay(await createCheckout(deps, { ...buyer, product: 'pro', interval: 'month', quantity: 1 }))
  const recording = await finish()
  const lastOfType = new Map(recording.events.map((event) => [event.type, event]))
  return { ...recording, events: [...lastOfType.values()] }
}
