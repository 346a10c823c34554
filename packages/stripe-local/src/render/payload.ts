import { API_VERSION } from '../core/api-version.ts'
import type { EndpointRow, EventRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { thinEvent } from './thin.ts'
import { renderFor } from './versions.ts'

/** The body an endpoint receives: the event in the endpoint's own API version, indented as Stripe's, or thin. */
export function payloadFor(world: World, event: EventRow, endpoint: EndpointRow): string {
  if (world.store.get('local.payload_style', endpoint.id)?.style === 'thin')
    return JSON.stringify(thinEvent(event))
  const version = endpoint.api_version ?? API_VERSION
  const shown = renderFor(world, version, event) as EventRow
  const previous = shown.data.previous_attributes
  if (previous && version < '2025-03-31')
    shown.data = { ...shown.data, previous_attributes: olderPrevious(previous) }
  return JSON.stringify({ ...shown, api_version: version }, null, 2)
}

/** A changed period showed as a change of the subscription itself. */
function olderPrevious(previous: Record<string, unknown>): Record<string, unknown> {
  const items = previous.items as
    { data?: { current_period_start?: number; current_period_end?: number }[] } | undefined
  const first = items?.data?.[0]
  if (first?.current_period_end === undefined) return previous
  return {
    ...previous,
    current_period_start: first.current_period_start,
    current_period_end: first.current_period_end,
  }
}
