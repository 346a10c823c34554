import { invalidRequest, noSuch } from '../core/errors.ts'
import { mergeMetadata } from '../core/fields.ts'
import type { EndpointRow, Metadata } from '../core/rows.ts'
import type { World } from '../core/world.ts'

type EndpointWishes = {
  url: string
  enabled_events: string[]
  api_version?: string | undefined
  description?: string | null | undefined
  metadata?: Metadata | '' | undefined
}

export function endpointOf(world: World, id: string): EndpointRow {
  const row = world.store.get('webhook_endpoint', id)
  if (!row) throw noSuch('webhook endpoint', id)
  return row
}

/** Stores an endpoint with its secret; the secret is shown only in this answer. */
export function createEndpoint(
  world: World,
  wanted: EndpointWishes,
  secret = world.ids.next('whsec', 32),
): EndpointRow {
  if (!/^https?:\/\//.test(wanted.url)) {
    throw invalidRequest('Invalid URL: URL must have an explicit scheme, such as http.', 'url', 'url_invalid')
  }
  const row: EndpointRow = {
    id: world.ids.next('we'),
    object: 'webhook_endpoint',
    api_version: wanted.api_version ?? null,
    application: null,
    created: world.clock.now(),
    description: wanted.description ?? null,
    enabled_events: wanted.enabled_events,
    livemode: false,
    metadata: mergeMetadata({}, wanted.metadata),
    status: 'enabled',
    url: wanted.url,
  }
  world.store.put('webhook_endpoint', row)
  world.store.put('local.secrets', { id: row.id, secrets: [{ value: secret, expiresAt: null }] })
  return { ...row, secret }
}

export type EndpointAtStart = {
  url: string
  secret: string
  /** `['*']` by default. */
  events?: string[]
  apiVersion?: string
  payload?: 'snapshot' | 'thin'
}
const AT_START = 'Registered at start'

/** The endpoint given at start; after a restart the one of the last run is taken up again, with its deliveries. */
export function registerEndpoint(
  world: World,
  { url, secret, events = ['*'], apiVersion, payload }: EndpointAtStart,
): void {
  const known = world.store.all('webhook_endpoint').find(({ description }) => description === AT_START)
  const row = known ?? createEndpoint(world, { url, enabled_events: events, description: AT_START }, secret)
  world.store.put('webhook_endpoint', {
    ...row,
    secret: undefined,
    url,
    enabled_events: events,
    api_version: apiVersion ?? null,
  })
  world.store.put('local.secrets', {
    id: row.id,
    secrets: secret.split(',').map((value) => ({ value, expiresAt: null })),
  })
  world.store.put('local.payload_style', { id: row.id, style: payload ?? 'snapshot' })
}

/** The secrets a payload is signed with now: the current one, and rolled ones that still live. */
export function secretsOf(world: World, endpoint: string): string[] {
  const now = Date.now() / 1000
  const secrets = world.store.get('local.secrets', endpoint)?.secrets ?? []
  return secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now).map(({ value }) => value)
}

/** Gives an endpoint a new secret; the old one signs too for `seconds` (Stripe: up to a day). */
export function rollSecret(
  world: World,
  endpoint: string,
  seconds: number,
  value = world.ids.next('whsec', 32),
): string {
  const expiresAt = Date.now() / 1000 + seconds
  const old = (world.store.get('local.secrets', endpointOf(world, endpoint).id)?.secrets ?? []).map(
    (secret) => ({
      ...secret,
      expiresAt: Math.min(secret.expiresAt ?? Infinity, expiresAt),
    }),
  )
  world.store.put('local.secrets', { id: endpoint, secrets: [{ value, expiresAt: null }, ...old] })
  return value
}
