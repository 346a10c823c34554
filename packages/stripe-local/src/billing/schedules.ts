import { change, emit } from '../core/events.ts'
import { listFrom } from '../core/fields.ts'
import type { LooseRow, SubscriptionRow } from '../core/rows.ts'
import { clockOf, schedule, unschedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { customerOf } from '../objects/customer.ts'
import { priceOf } from '../objects/price.ts'
import { cancelNow } from './cancel.ts'
import { movedBy } from './periods.ts'
import { createSubscription } from './subscribe.ts'
import { type ItemChange, updateItems } from './update.ts'

type Phase = {
  items?: unknown
  proration_behavior?: string
  iterations?: number
  end_date?: number
  start_date?: number
}
type Item = { price?: string; quantity?: number }
const DAY = 86_400
const TIMERS = ['schedule.expiring', 'schedule.end', 'schedule.phase'] as const

/** The phases with their beginnings and ends; a phase without a length is one period long. */
export function phasesFrom(world: World, given: unknown, start: number): Phase[] {
  let at = start
  return listFrom<Phase>(given).map((phase) => {
    const [first] = listFrom<Item>(phase.items)
    const every = priceOf(world, first?.price ?? '', 'phases[0][items][0][price]').recurring ?? {
      interval: 'month',
      interval_count: 1,
    }
    const end = phase.end_date ?? movedBy(at, every, phase.iterations ?? 1)
    const placed = { ...phase, start_date: at, end_date: end }
    at = end
    return placed
  })
}

/** A schedule that has begun has a subscription, and ends with its last phase. */
export function beginSchedule(world: World, row: LooseRow): void {
  const phases = row.phases as Phase[]
  const customer = customerOf(world, row.customer as string)
  const now = timeFor(world, customer.id)
  const end = phases.at(-1)?.end_date ?? now
  const clock = clockOf(world, customer.id)
  schedule(world, 'schedule.expiring', row.id, end - 7 * DAY, clock)
  schedule(world, 'schedule.end', row.id, end, clock)
  const start = phases[0]?.start_date ?? now
  if (start > now) return schedule(world, 'schedule.phase', row.id, start, clock)
  if (phases.length > 1) schedule(world, 'schedule.phase', row.id, phases[0]?.end_date ?? end, clock)
  const items = listFrom<Item>(phases[0]?.items).map(({ price, quantity }) => ({
    price: priceOf(world, price ?? ''),
    quantity,
  }))
  const { subscription } = createSubscription(world, { customer, items, collection: 'send_invoice' })
  world.store.put('subscription', { ...subscription, schedule: row.id })
  world.store.put('subscription_schedule', {
    ...row,
    status: 'active',
    subscription: subscription.id,
    current_phase: { start_date: phases[0]?.start_date, end_date: phases[0]?.end_date },
  })
}

/** A phase begins: the first with a subscription, each later one changes it to what it says. */
export function beginPhase(world: World, row: LooseRow): void {
  if (row.status === 'not_started') return beginSchedule(world, row)
  const subscription = world.store.get('subscription', row.subscription as string)
  const now = timeFor(world, row.customer as string)
  const phases = row.phases as Phase[]
  const at = phases.findLastIndex(({ start_date: start = 0 }) => start <= now)
  const phase = phases[at]
  if (row.status !== 'active' || !phase || subscription?.ended_at !== null) return
  const current = { start_date: phase.start_date, end_date: phase.end_date }
  change(world, 'subscription_schedule', row, { current_phase: current }, 'subscription_schedule.updated')
  if (at + 1 < phases.length && phase.end_date !== undefined)
    schedule(world, 'schedule.phase', row.id, phase.end_date, subscription.test_clock)
  updateItems(world, subscription, {
    changes: changesTo(world, subscription, listFrom<Item>(phase.items)),
    proration: phase.proration_behavior ?? 'create_prorations',
    patch: {},
  })
}

/** The items of a phase take the place of those there are, in their order. */
function changesTo(world: World, row: SubscriptionRow, items: readonly Item[]): ItemChange[] {
  const wanted = items.map(({ price = '', quantity }, index) => ({
    id: row.items.data[index]?.id,
    price: priceOf(world, price),
    quantity: quantity ?? 1,
  }))
  const gone = row.items.data.slice(items.length).map(({ id }) => ({ id, deleted: true }))
  return [...wanted, ...gone]
}

/** Lets a schedule's subscription go on without it. */
export function releaseSchedule(world: World, row: LooseRow): void {
  for (const kind of TIMERS) unschedule(world, kind, row.id)
  const subscription = world.store.get('subscription', row.released_subscription as string | undefined)
  if (subscription?.ended_at !== null) return
  change(world, 'subscription', subscription, { schedule: null }, 'customer.subscription.updated')
}

/** A week before the end of a schedule. */
export function announceScheduleEnd(world: World, row: LooseRow): void {
  if (row.status === 'active') emit(world, 'subscription_schedule.expiring', row)
}

/** The end of a schedule: its subscription goes on without it, or ends with it. */
export function endSchedule(world: World, row: LooseRow): void {
  if (row.status !== 'active') return
  const subscription = world.store.get('subscription', row.subscription as string)
  const releases = row.end_behavior !== 'cancel'
  if (subscription?.ended_at === null) {
    if (releases) world.store.put('subscription', { ...subscription, schedule: null })
    else cancelNow(world, subscription)
  }
  const now = timeFor(world, row.customer as string)
  change(
    world,
    'subscription_schedule',
    row,
    { status: 'completed', completed_at: now },
    'subscription_schedule.updated',
    'subscription_schedule.completed',
  )
}

/** Stops a schedule; its subscription ends with it. What was under way counts as aborted too. */
export function cancelSchedule(world: World, row: LooseRow): void {
  const subscription = world.store.get('subscription', row.subscription as string | undefined)
  for (const kind of TIMERS) unschedule(world, kind, row.id)
  if (subscription?.ended_at !== null || !subscription) return
  cancelNow(world, subscription)
  emit(world, 'subscription_schedule.aborted', row)
}
