import type { DeliveryRow, EndpointRow, EventRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { payloadFor } from '../render/payload.ts'
import { calm, type DeliveryConfig, deliverySchema } from './config.ts'
import { draw, isTwin, planFor } from './draws.ts'
import { secretsOf } from './endpoints.ts'
import { faultsFor } from './faults.ts'
import { Ledger } from './ledger.ts'
import { Queue } from './queue.ts'
import { attemptDelivery, isAccepted } from './send.ts'

/** Carries events to endpoints: plans, queues, retries, and remembers every attempt. */
export class Dispatcher {
  config: DeliveryConfig
  readonly #world: World
  readonly #ledger: Ledger
  readonly #queue: Queue
  readonly #listeners = new Map<string, Set<() => void>>()
  #gathering: { id: string; rank: number; delayMs: number }[] = []
  #ordinal = 0
  #requests = 0
  #resent = 0

  constructor(world: World, seed: string) {
    this.#world = world
    this.config = calm(seed)
    this.#ledger = new Ledger(world)
    this.#queue = new Queue(
      (id) => this.#deliver(id),
      () => this.config.concurrency,
    )
  }

  /** Replaces the behaviour; what is not named is calm again. The seed stays unless a new one is given. */
  configure(wanted: unknown): DeliveryConfig {
    this.config = deliverySchema.parse({ seed: this.config.seed, ...(wanted as object) })
    this.#ordinal = 0
    this.#requests = 0
    this.#world.store.keepsPrevious = this.config.api.stale > 0
    return this.config
  }

  /** What goes wrong with the next API request. */
  drawFaults(path: string) {
    const { slowMs, staleMs } = this.config.api
    return { faults: faultsFor(this.config, this.#requests++, path), slowMs, staleMs }
  }

  /** Plans the deliveries of a new event, and of its twin when one is drawn. */
  enqueue(event: EventRow): void {
    const ordinal = this.#ordinal++
    this.#plan(event, ordinal)
    if (!isTwin(this.config, ordinal)) return
    const twin = this.#world.store.put('event', { ...event, id: this.#world.ids.next('evt') })
    this.#plan(twin, this.#ordinal++)
  }

  #plan(event: EventRow, ordinal: number): void {
    for (const endpoint of this.#world.store.all('webhook_endpoint')) {
      if (!isFor(endpoint, event.type)) continue
      const plan = planFor(this.config, ordinal, event.type)
      plan.copies.forEach((copy, index) => {
        const state = plan.fate === 'send' ? 'pending' : plan.fate === 'hold' ? 'held' : 'dropped'
        const row = this.#ledger.open(
          event,
          endpoint,
          `${ordinal}.${index}`,
          state,
          copy.dropsAcknowledgement,
        )
        this.#ledger.keep(row)
        if (state === 'pending') this.#gather(row.id, copy.rank, copy.delayMs)
      })
    }
  }

  /** Deliveries made within one window leave together, in the order of their drawn ranks. */
  #gather(id: string, rank: number, delayMs: number): void {
    this.#gathering.push({ id, rank, delayMs })
    if (this.#gathering.length === 1) this.#queue.later(this.config.shuffleWindowMs, () => this.#release())
  }

  #release(): void {
    const batch = this.#gathering.sort((a, b) => a.rank - b.rank)
    this.#gathering = []
    for (const { id, delayMs } of batch) {
      if (delayMs > 0) this.#queue.later(delayMs, () => this.#queue.push(id))
      else this.#queue.push(id)
    }
  }

  async #deliver(id: string): Promise<void> {
    const { store } = this.#world
    const row = store.get('local.delivery', id)
    const event = store.get('event', row?.event)
    const endpoint = store.get('webhook_endpoint', row?.endpoint)
    if (!row) return
    // Nobody listens any more, or the event is too old to be told.
    if (!event || endpoint?.status !== 'enabled') return this.#ledger.keep({ ...row, state: 'dropped' })
    const attempt = await attemptDelivery({
      url: endpoint.url,
      payload: payloadFor(this.#world, event, endpoint),
      secrets: secretsOf(this.#world, endpoint.id),
      timeoutMs: this.config.timeoutMs,
      signal: this.#queue.signal,
      dropsAcknowledgement: row.dropsAcknowledgement && row.attempts.length === 0,
    })
    if (this.#queue.signal.aborted) return
    this.#settle({ ...row, attempts: [...row.attempts, attempt] }, isAccepted(attempt))
    for (const listener of this.#listeners.get(row.event) ?? []) listener()
  }

  #settle(row: DeliveryRow, accepted: boolean): void {
    const wait = this.config.retryScheduleMs[row.attempts.length - 1]
    const state = accepted ? 'delivered' : wait === undefined ? 'failed' : 'pending'
    this.#ledger.keep({ ...row, state })
    if (state === 'pending' && wait !== undefined) this.#queue.later(wait, () => this.#queue.push(row.id))
  }

  /** Sends an event again to one endpoint, or to all that listen; the event id stays the same. */
  resend(event: EventRow, endpointId?: string): void {
    for (const endpoint of this.#world.store.all('webhook_endpoint')) {
      if (endpointId === undefined ? isFor(endpoint, event.type) : endpoint.id === endpointId) {
        const copy = `resend.${this.#resent++}.${Date.now()}`
        this.#queue.push(this.#ledger.open(event, endpoint, copy, 'pending', false).id)
      }
    }
  }

  /** Lets go of everything held back, oldest first. Returns how many deliveries that were. */
  releaseHeld(): number {
    const held = this.#world.store.all('local.delivery').filter((row) => row.state === 'held')
    for (const row of held) {
      this.#world.store.put('local.delivery', { ...row, state: 'pending' })
      this.#queue.push(row.id)
    }
    return held.length
  }

  /** Takes up again what a restart interrupted. */
  resume(): void {
    for (const row of this.#world.store.all('local.delivery'))
      if (row.state === 'pending') this.#queue.push(row.id)
  }

  /** Resolves once every delivery of the event has an answer or failed its first attempt, or after `ms`. */
  async answered(eventId: string, ms: number): Promise<void> {
    const isOpen = () => this.#ledger.of(eventId).some(({ attempts }) => attempts.length === 0)
    if (!isOpen()) return
    await new Promise<void>((resolve) => {
      const listeners = this.#listeners.get(eventId) ?? new Set()
      this.#listeners.set(eventId, listeners)
      const done = () => {
        listeners.delete(check)
        if (listeners.size === 0) this.#listeners.delete(eventId)
        resolve()
      }
      const check = () => {
        if (!isOpen()) done()
      }
      listeners.add(check)
      this.#queue.later(ms, done)
    })
  }

  /** Sends every stored event again, in an order drawn from the seed. Returns how many. */
  replayShuffled(): number {
    const events = this.#world.store.all('event')
    const rank = (event: EventRow) => draw(this.config.seed, 'replay', event.id)
    events.sort((a, b) => rank(a) - rank(b))
    for (const event of events) this.resend(event)
    return events.length
  }

  /** Whether nothing is queued, gathered, under way or waiting for a retry. */
  isIdle(): boolean {
    return !this.#world.store.all('local.delivery').some((row) => row.state === 'pending')
  }

  /** Drops everything that is queued or waits for a retry, and what is known about deliveries. */
  forgetAll(): void {
    this.#queue.clear()
    this.#ledger.forget()
    this.#gathering = []
  }

  close(): void {
    this.#queue.close()
  }
}

const isFor = (endpoint: EndpointRow, type: string): boolean =>
  endpoint.status === 'enabled' &&
  (endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(type))
