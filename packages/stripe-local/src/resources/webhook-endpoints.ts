import { mergeMetadata, pick } from '../core/fields.ts'
import { createEndpoint, endpointOf } from '../delivery/endpoints.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, listOf, listParams, params } from '../http/params.ts'
import { route } from '../http/route.ts'
import { clearable, flag, text } from '../http/values.ts'

const createParams = params({
  url: text,
  enabled_events: listOf(text),
  api_version: text.optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
  ...accepted('connect'),
})
const updateParams = params({
  url: text.optional(),
  enabled_events: listOf(text).optional(),
  description: clearable.optional(),
  disabled: flag.optional(),
  metadata: metadata.optional(),
})

export const webhookEndpointRoutes = [
  route('POST', '/v1/webhook_endpoints', createParams, ({ world, params: wanted }) =>
    createEndpoint(world, wanted),
  ),
  route('GET', '/v1/webhook_endpoints', listParams({}), ({ world, params: wanted, url }) =>
    page(url, world.store.all('webhook_endpoint'), wanted),
  ),
  route('GET', '/v1/webhook_endpoints/:id', params({}), ({ world, path }) => endpointOf(world, path())),
  route('POST', '/v1/webhook_endpoints/:id', updateParams, ({ world, params: wanted, path }) => {
    const row = endpointOf(world, path())
    return world.store.put('webhook_endpoint', {
      ...row,
      ...pick(wanted, 'url', 'enabled_events', 'description'),
      metadata: mergeMetadata(row.metadata, wanted.metadata),
      ...(wanted.disabled === undefined ? {} : { status: wanted.disabled ? 'disabled' : 'enabled' }),
    })
  }),
  route('DELETE', '/v1/webhook_endpoints/:id', params({}), ({ world, path }) => {
    const row = endpointOf(world, path())
    world.store.remove('webhook_endpoint', row.id)
    return { id: row.id, object: 'webhook_endpoint', deleted: true }
  }),
]
