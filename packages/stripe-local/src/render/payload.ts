import type { EndpointRow, EventRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { API_VERSION, renderFor } from './versions.ts'

/** The body an endpoint receives: the event in the endpoint's own API version, indented as Stripe's. */
export function payloadFor(world: World, event: EventRow, endpoint: EndpointRow): string {
  const version = endpoint.api_version ?? API_VERSION
  return JSON.stringify({ ...renderFor(world, version, event), api_version: version }, null, 2)
}
