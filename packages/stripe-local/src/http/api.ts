import { setTimeout } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { API_VERSION } from '../core/api-version.ts'
import { invalidRequest, StripeError, unknownRoute } from '../core/errors.ts'
import type { LooseRow } from '../core/rows.ts'
import { timeOf, type World } from '../core/world.ts'
import { type Fault, refusalOf } from '../delivery/faults.ts'
import { renderFor } from '../render/versions.ts'
import { testKeyFrom } from './auth.ts'
import { type Computed, expandPaths, refuseDeepPaths } from './expand.ts'
import { parseForm } from './form.ts'
import { type Answer, keyFrom, remember, replay } from './idempotency.ts'
import { paramError } from './param-error.ts'
import type { Route } from './route.ts'

type Api = {
  world: World
  routes: readonly Route[]
  computed: Computed
  nextRequestId: () => string
  /** What is to go wrong with the next request. */
  drawFaults: (path: string) => { faults: Set<Fault>; slowMs: number; staleMs: number }
}
type Incoming = {
  context: Context
  api: Api
  requestId: string
  version: string
  body: string
  staleMs: number
}

/** Mounts every route of the API, and Stripe's own 404 for what is not there. */
export function mountApi(app: Hono, api: Api): void {
  for (const route of api.routes) {
    app.on(route.method, route.path, (context) => answer(api, context, (incoming) => run(incoming, route)))
  }
  const nowhere = (context: Context) =>
    answer(api, context, () => {
      throw unknownRoute(context.req.method, context.req.path)
    })
  app.all('/v1/*', nowhere)
  app.all('/v2/*', nowhere)
}

async function answer(api: Api, context: Context, work: (incoming: Incoming) => Response): Promise<Response> {
  const requestId = api.nextRequestId()
  const version = context.req.header('stripe-version') ?? API_VERSION
  const { faults, slowMs, staleMs } = api.drawFaults(context.req.path)
  const body = await context.req.text()
  const incoming = { context, api, requestId, version, body, staleMs: faults.has('stale') ? staleMs : 0 }
  const response = attempt(incoming, faults, work)
  if (faults.has('slow')) await setTimeout(slowMs)
  if (faults.has('reset')) (context.env as HttpBindings).incoming.socket.destroy()
  return response
}

function attempt(incoming: Incoming, faults: Set<Fault>, work: (incoming: Incoming) => Response): Response {
  try {
    testKeyFrom(incoming.context.req.header('authorization'))
    const refusal = refusalOf(faults)
    if (refusal) throw refusal
    return work(incoming)
  } catch (error) {
    return failed(incoming, error)
  }
}

function run(incoming: Incoming, route: Route): Response {
  const { context, body } = incoming
  const { world } = incoming.api
  const key = route.method === 'POST' ? keyFrom(context.req.header('idempotency-key')) : null
  const before = key === null ? undefined : replay(world, key, context.req.path, body)
  if (before) return respond(incoming, before, world.clock.now(), { 'Idempotent-Replayed': 'true' })

  const parsed = route.schema.safeParse(paramsOf(context, body), { reportInput: true })
  if (!parsed.success) throw paramError(parsed.error)
  const { expand = [] } = parsed.data as { expand?: string[] }
  refuseDeepPaths(expand)
  return world.clock.at(null, () => {
    world.request = { id: incoming.requestId, idempotencyKey: key }
    try {
      const fresh = route.run({
        world,
        params: parsed.data,
        path: (name = 'id') => context.req.param(name) ?? '',
        url: context.req.path,
      })
      const result = staleOr(incoming, route, fresh)
      const made = {
        status: 200,
        body: rendered(incoming, result, expand),
        requestId: incoming.requestId,
      }
      if (key !== null) remember(world, key, context.req.path, body, made)
      return respond(incoming, made, timeOf(world, result as LooseRow))
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
      // A declined card has changed something, so its answer is kept; a refused request has not.
      if (key !== null && error.body.type === 'card_error') {
        remember(world, key, context.req.path, body, errorAnswer(incoming, error))
      }
      throw error
    } finally {
      world.request = null
    }
  })
}

/** A stale read shows a single object as it was a moment ago; its Date is still now. */
function staleOr({ api, staleMs }: Incoming, route: Route, fresh: object): object {
  if (staleMs === 0 || route.method !== 'GET' || !('id' in fresh)) return fresh
  return api.world.store.previous(String(fresh.id), staleMs) ?? fresh
}

function paramsOf(context: Context, body: string): Record<string, unknown> {
  const query = parseForm(new URL(context.req.url).search.slice(1))
  if (body === '') return query
  const json = context.req.header('content-type')?.startsWith('application/json') ?? false
  return { ...query, ...(json ? parseJson(body) : parseForm(body)) }
}

function parseJson(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>
  } catch (error) {
    throw invalidRequest(`Invalid JSON in the request body: ${(error as Error).message}`)
  }
}

function rendered({ api, version }: Incoming, result: object, paths: readonly string[]): string {
  return JSON.stringify(
    renderFor(api.world, version, expandPaths(api.world, api.computed, result, paths)),
    null,
    2,
  )
}

function respond(
  incoming: Incoming,
  answer: Answer,
  date: number,
  extra: Record<string, string> = {},
): Response {
  const key = incoming.context.req.header('idempotency-key')
  return new Response(answer.body, {
    status: answer.status,
    headers: {
      'Content-Type': 'application/json',
      // The clock that stamped the objects: clients compare the two, in whole seconds.
      Date: new Date(date * 1000).toUTCString(),
      'Request-Id': incoming.requestId,
      'Stripe-Version': incoming.version,
      ...(key === undefined ? {} : { 'Idempotency-Key': key, 'Original-Request': answer.requestId }),
      ...extra,
    },
  })
}

function errorAnswer({ requestId, api, version }: Incoming, error: StripeError): Answer {
  const body = { ...error.body, request_log_url: `${api.world.url}/?request=${requestId}` }
  return {
    status: error.status,
    body: JSON.stringify({ error: renderFor(api.world, version, body) }, null, 2),
    requestId,
  }
}

function failed(incoming: Incoming, error: unknown): Response {
  const known =
    error instanceof StripeError
      ? error
      : new StripeError(500, {
          type: 'api_error',
          message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        })
  return respond(incoming, errorAnswer(incoming, known), incoming.api.world.clock.now())
}
