import type { Db } from '@paidup/db'
import type Stripe from 'stripe'

/** The part of a logger that billing needs; pino's has it. */
export type Log = {
  child(bindings: Record<string, unknown>): Log
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/** Where "now" comes from, so that tests can choose it. Never used to order events. */
export type Clock = { now(): Date }

/** What reads work with. `livemode` is of this deployment: what is of the other mode is not shown. */
export type ReadDeps = { db: Db; clock: Clock; livemode: boolean }

/** What jobs work with. */
export type JobDeps = { db: Db; stripe: Stripe; log: Log }
