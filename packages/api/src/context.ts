import type { Clock, Log } from '@paidup/billing'
import type { Db } from '@paidup/db'
import type Stripe from 'stripe'
import type { Role } from './access.ts'

/** What the procedures work with; the same objects for every request. */
export type ApiServices = {
  db: Db
  stripe: Stripe
  log: Log
  clock: Clock
  /** Whether this deployment is live. */
  livemode: boolean
  /** Public base of redirects, without a trailing slash. */
  appUrl: string
}

/** Who asks, for which organization, and as what in it. */
export type Viewer = { userId: string; email: string; orgId: string; role: Role }

/** The context of a call, made without HTTP, so that callers on the server and tests can make one too. */
export type Context = { services: ApiServices; viewer: Viewer | null }
