import { z } from 'zod'
import type { JobDeps } from '../deps.ts'
import { fetchObject } from './fetch-object.ts'
import { fetchRequest } from '../queue/enqueue.ts'
import { listRefunds } from './list-refunds.ts'

const refundsPayload = z.object({ stripePaymentId: z.string(), livemode: z.boolean() })

/** What runs after the 200 besides the reads, by the name it is enqueued under. A job that throws runs again. */
export const tasks = {
  fetch_object: (deps, payload) => fetchObject(deps, fetchRequest.parse(payload)),
  list_refunds: (deps, payload) => listRefunds(deps, refundsPayload.parse(payload)),
} satisfies Record<string, (deps: JobDeps, payload: unknown) => Promise<void>>
