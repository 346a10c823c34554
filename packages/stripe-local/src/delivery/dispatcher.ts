import type { DeliveryRow, EndpointRow, EventRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { payloadFor } from '../render/payload.ts'
import { secretsOf } from '../resources/webhook-endpoints.ts'
import { calm, deliverySchema, type DeliveryConfig } from './config.ts'
import { faultsFor } from './faults.ts'
import { draw, isTwin, planFor } from './draws.ts'
import { attemptDelivery, isAccepted } from './send.ts'

/** Carries events to endpoints: plans, queues, retries, and remembers every attempt. */
export class Dispatcher {
  config: DeliveryConfig
  readonly #world: World
  readonly #stop = new AbortController()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #waiting: string[] = []
  readonly #listeners = new Map<string, Set<() => void>>()
  #gathering: { id: string; rank: number; delayMs: number }[] = []
  #ordinal = 0
  #underWay = 0
  #requests = 0

  constructor(world: World, seed: string) {
    this.#world = world
    this.config = calm(seed)
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
    const endpoints = this.#world.store
      .all('webhook_endpoint')
      .filter((endpoint) => isFor(endpoint, event.type))
    for (const endpoint of endpoints) {
      const plan = planFor(this.config, ordinal, event.type)
      plan.copies.forEach((copy, index) => {
        const state = plan.fate === 'send' ? 'pending' : plan.fate === 'hold' ? 'held' : 'dropped'
        const row = this.#open(event, endpoint, `${ordinal}.${index}`, state, copy.dropsAcknowledgement)
        if (state === 'pending') this.#gather(row.id, copy.rank, copy.delayMs)
      })
    }
    if (endpoints.length > 0) this.#world.store.put('event', { ...event, pending_webhooks: endpoints.length })
  }

  #open(
    event: EventRow,
    endpoint: EndpointRow,
    copy: string,
    state: DeliveryRow['state'],
    dropsAcknowledgement = false,
  ) {
    return this.#world.store.put('local.delivery', {
      id: `${event.id}:${endpoint.id}:${copy}`,
      event: event.id,
      endpoint: endpoint.id,
      type: event.type,
      state,
      dropsAcknowledgement,
      attempts: [],
    })
  }

  /** Deliveries made within one window leave together, in the order of their drawn ranks. */
  #gather(id: string, rank: number, delayMs: number): void {
    this.#gathering.push({ id, rank, delayMs })
    if (this.#gathering.length === 1) this.#later(this.config.shuffleWindowMs, () => this.#release())
  }

  #release(): void {
    const batch = this.#gathering.sort((a, b) => a.rank - b.rank)
    this.#gathering = []
    for (const { id, delayMs } of batch) {
      if (delayMs > 0) this.#later(delayMs, () => this.#ready(id))
      else this.#ready(id)
    }
  }

  #later(delayMs: number, work: () => void): void {
    if (this.#stop.signal.aborted) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, delayMs)
    this.#timers.add(timer)
  }

  #ready(id: string): void {
    this.#waiting.push(id)
    this.#pump()
  }

  #pump(): void {
    while (this.#underWay < this.config.concurrency && !this.#stop.signal.aborted) {
      const id = this.#waiting.shift()
      if (id === undefined) return
      this.#underWay++
      void this.#deliver(id).finally(() => {
        this.#underWay--
        this.#pump()
      })
    }
  }

  async #deliver(id: string): Promise<void> {
    const { store } = this.#world
    const row = store.get('local.delivery', id)
    const event = store.get('event', row?.event)
    const endpoint = store.get('webhook_endpoint', row?.endpoint)
    if (!row || !event || endpoint?.status !== 'enabled') return
    const attempt = await attemptDelivery({
      url: endpoint.url,
      payload: payloadFor(this.#world, event, endpoint),
      secrets: secretsOf(this.#world, endpoint.id),
      timeoutMs: this.config.timeoutMs,
      signal: this.#stop.signal,
      dropsAcknowledgement: row.dropsAcknowledgement && row.attempts.length === 0,
    })
    if (this.#stop.signal.aborted) return
    const attempts = [...row.attempts, attempt]
    if (isAccepted(attempt)) this.#accepted({ ...row, attempts, state: 'delivered' })
    else this.#retry({ ...row, attempts })
    this.#tell(row.event)
  }

  #accepted(row: DeliveryRow): void {
    const { store } = this.#world
    store.put('local.delivery', row)
    const event = store.get('event', row.event)
    if (event) store.put('event', { ...event, pending_webhooks: Math.max(0, event.pending_webhooks - 1) })
  }

  #retry(row: DeliveryRow): void {
    const wait = this.config.retryScheduleMs[row.attempts.length - 1]
    this.#world.store.put('local.delivery', { ...row, state: wait === undefined ? 'failed' : 'pending' })
    if (wait !== undefined) this.#later(wait, () => this.#ready(row.id))
  }

  /** Sends an event again to one endpoint, or to all that listen; the event id stays the same. */
  resend(event: EventRow, endpointId?: string): void {
    for (const endpoint of this.#world.store.all('webhook_endpoint')) {
      if (endpointId === undefined ? isFor(endpoint, event.type) : endpoint.id === endpointId) {
        this.#ready(
          this.#open(event, endpoint, `resend.${this.#world.clock.nowMs()}.${this.#ordinal++}`, 'pending').id,
        )
      }
    }
  }

  /** Lets go of everything held back, oldest first. Returns how many deliveries that were. */
  releaseHeld(): number {
    const held = this.#world.store.all('local.delivery').filter((row) => row.state === 'held')
    for (const row of held) {
      this.#world.store.put('local.delivery', { ...row, state: 'pending' })
      this.#ready(row.id)
    }
    return held.length
  }

  /** Takes up again what a restart interrupted. */
  resume(): void {
    for (const row of this.#world.store.all('local.delivery'))
      if (row.state === 'pending') this.#ready(row.id)
  }

  /** Resolves once every delivery of the event has an answer or failed its first attempt, or after `ms`. */
  async answered(eventId: string, ms: number): Promise<void> {
    const isOpen = () =>
      this.#world.store
        .all('local.delivery')
        .some((row) => row.event === eventId && row.attempts.length === 0)
    if (!isOpen()) return
    await new Promise<void>((resolve) => {
      const listeners = this.#listeners.get(eventId) ?? new Set()
      this.#listeners.set(eventId, listeners)
      const done = () => {
        listeners.delete(check)
        resolve()
      }
      const check = () => {
        if (!isOpen()) done()
      }
      listeners.add(check)
      this.#later(ms, done)
    })
  }

  #tell(eventId: string): void {
    for (const listener of this.#listeners.get(eventId) ?? []) listener()
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

  /** Drops everything that is queued or waits for a retry. */
  forgetAll(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#gathering = []
    this.#waiting.length = 0
  }

  close(): void {
    this.#stop.abort()
    this.forgetAll()
  }
}

const isFor = (endpoint: EndpointRow, type: string): boolean =>
  endpoint.status === 'enabled' &&
  (endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(type))
