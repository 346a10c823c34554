import { z } from 'zod'
import { noSuch } from '../core/errors.ts'
import type { EndpointRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { createEndpoint } from '../delivery/endpoints.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, listOf, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { choice, text } from '../http/values.ts'
import { eventOf } from '../objects/event.ts'
import { thinEvent } from '../render/thin.ts'

const createParams = params({
  name: text,
  metadata: metadata.optional(),
  type: choice('webhook_endpoint'),
  event_payload: choice('snapshot', 'thin'),
  enabled_events: listOf(text),
  webhook_endpoint: z.strictObject({ url: text }),
  ...accepted('description', 'events_from', 'include', 'snapshot_api_version'),
})

const shown = (world: World, row: EndpointRow, secret?: string) => ({
  id: row.id,
  object: 'v2.core.event_destination',
  created: new Date(row.created * 1000).toISOString(),
  description: row.description ?? '',
  enabled_events: row.enabled_events,
  event_payload: world.store.get('local.payload_style', row.id)?.style ?? 'snapshot',
  livemode: false,
  status: row.status,
  type: 'webhook_endpoint',
  updated: new Date(row.created * 1000).toISOString(),
  webhook_endpoint: { url: row.url, signing_secret: secret ?? null },
})

/** A v2 destination is an endpoint whose events may be thin. Thin types are named `v1.` and the snapshot's type. */
function create({ world, params: wanted }: Call<z.infer<typeof createParams>>): object {
  const types = wanted.enabled_events.map((type) => type.replace(/^v1\./, ''))
  const row = createEndpoint(world, { url: wanted.webhook_endpoint.url, enabled_events: types })
  world.store.put('local.payload_style', { id: row.id, style: wanted.event_payload })
  return shown(world, row, row.secret)
}

export const eventDestinationRoutes = [
  route('POST', '/v2/core/event_destinations', createParams, create),
  route('GET', '/v2/core/event_destinations/:id', params({ ...accepted('include') }), ({ world, path }) => {
    const row = world.store.get('webhook_endpoint', path())
    if (!row) throw noSuch('event destination', path())
    return shown(world, row)
  }),
  route('GET', '/v2/core/events/:id', params({}), ({ world, path }) => thinEvent(eventOf(world, path()))),
]
