import type { Context } from '@paidup/api'
import type { AppLoadContext } from '@remix-run/node'
import type { Viewer } from '../account/viewer.server.ts'

/** What procedures are given, over HTTP and when a loader calls them. */
export function apiContext({ env, db, stripe, log, clock }: AppLoadContext, viewer: Viewer | null): Context {
  return { services: { db, stripe, log, clock, livemode: env.livemode, appUrl: env.APP_URL }, viewer }
}
