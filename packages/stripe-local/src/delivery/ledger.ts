import type { DeliveryRow, EndpointRow, EventRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'

/** The deliveries of each event, as they are stored. */
export class Ledger {
  readonly #world: World
  #byEvent: Map<string, string[]> | undefined
  #opened = 0

  constructor(world: World) {
    this.#world = world
  }

  #index(): Map<string, string[]> {
    if (this.#byEvent) return this.#byEvent
    this.#byEvent = new Map()
    for (const row of this.#world.store.each('local.delivery')) this.#add(this.#byEvent, row)
    return this.#byEvent
  }

  #add(index: Map<string, string[]>, row: DeliveryRow): void {
    index.set(row.event, [...(index.get(row.event) ?? []), row.id])
  }

  /** After the store was emptied or its old events were dropped. */
  forget(): void {
    this.#byEvent = undefined
  }

  open(
    event: EventRow,
    endpoint: EndpointRow,
    copy: string,
    state: DeliveryRow['state'],
    dropsAcknowledgement: boolean,
  ) {
    // Old events are dropped from the store now and then; a fresh index drops them too.
    if (++this.#opened % 10_000 === 0) this.forget()
    const index = this.#index()
    const row: DeliveryRow = {
      id: `${event.id}:${endpoint.id}:${copy}`,
      event: event.id,
      endpoint: endpoint.id,
      type: event.type,
      state,
      dropsAcknowledgement,
      attempts: [],
    }
    this.#add(index, row)
    return this.#world.store.put('local.delivery', row)
  }

  of(event: string): DeliveryRow[] {
    return (this.#index().get(event) ?? []).flatMap((id) => this.#world.store.get('local.delivery', id) ?? [])
  }

  /** Stores a delivery as it is now, and how many endpoints its event still has to reach. */
  keep(row: DeliveryRow): void {
    this.#world.store.put('local.delivery', row)
    const event = this.#world.store.get('event', row.event)
    if (!event) return
    const rows = this.of(row.event)
    const reached = new Set(rows.filter(({ state }) => state === 'delivered').map(({ endpoint }) => endpoint))
    const pending = new Set(rows.map(({ endpoint }) => endpoint).filter((endpoint) => !reached.has(endpoint)))
      .size
    if (pending !== event.pending_webhooks)
      this.#world.store.put('event', { ...event, pending_webhooks: pending })
  }
}
