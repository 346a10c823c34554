import { z } from 'zod'
import type { JobDeps } from '../deps.ts'
import { fetchObject } from './fetch-object.ts'
import { fetchRequest } from '../queue/enqueue.ts'
import { listRefunds } from './list-refunds.ts'
import { rereadSubscription } from './reread-subscription.ts'

const rereadPayload = z.object({ subscriptionId: z.string() })
const refundsPayload = z.object({ stripePaymentId: z.string(), livemode: z.boolean() })

/** What runs after the 200, by the name it is enqueued under. A job that throws runs again. */
export const tasks = {
  reread_subscription: async (deps, payload) => {
    await rereadSubscription(deps, rereadPayload.parse(payload).subscriptionId)
  },
  fetch_object: (deps, payload) => fetchObject(deps, fetchRequest.parse(payload)),
  list_refunds: (deps, payload) => listRefunds(deps, refundsPayload.parse(payload)),
} satisfies Record<string, (deps: JobDeps, payload: unknown) => Promise<void>>
