import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { advanceWorld } from '../billing/advance.ts'
import type { DeliveryRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import { dashboardPage } from './dashboard-view.ts'

type Pages = { world: World; dispatcher: Dispatcher }
const SHOWN = 60

/** Mounts `/`: what happened, what was delivered and how it was answered, with the levers to change it. */
export function mountDashboard(app: Hono, { world, dispatcher }: Pages): void {
  const show = (context: Context, notice: string | null, status: 200 | 400 = 200) => {
    const type = context.req.query('type') ?? ''
    const matching = world.store.all('event').filter((event) => event.type.includes(type))
    const deliveries = new Map<string, DeliveryRow[]>()
    for (const row of world.store.each('local.delivery'))
      deliveries.set(row.event, [...(deliveries.get(row.event) ?? []), row])
    return context.html(
      dashboardPage({
        type,
        notice,
        now: world.clock.now(),
        skippedSeconds: world.clock.skippedMs / 1000,
        total: matching.length,
        events: matching.slice(-SHOWN).reverse(),
        deliveries,
        endpoints: world.store.all('webhook_endpoint'),
        config: dispatcher.config,
        held: world.store.all('local.delivery').filter(({ state }) => state === 'held').length,
      }),
      status,
    )
  }

  app.get('/', (context) => show(context, null))
  app.post('/', async (context) => {
    const form = await context.req.parseBody()
    const field = (name: string) => (typeof form[name] === 'string' ? form[name] : '')
    try {
      return show(context, act({ world, dispatcher }, field))
    } catch (error) {
      const message =
        error instanceof z.ZodError
          ? z.prettifyError(error)
          : error instanceof Error
            ? error.message
            : String(error)
      return show(context, message, 400)
    }
  })
}

/** Does what a button says and returns what to tell about it. */
function act({ world, dispatcher }: Pages, field: (name: string) => string): string {
  switch (field('action')) {
    case 'resend': {
      const event = world.store.get('event', field('event'))
      if (!event) return 'That event is gone.'
      dispatcher.resend(event)
      return `${event.id} is on its way again.`
    }
    case 'replay':
      return `${dispatcher.replayShuffled()} events are on their way again, shuffled.`
    case 'release':
      return `${dispatcher.releaseHeld()} held deliveries are on their way.`
    case 'advance': {
      advanceWorld(world, Number(field('seconds')))
      return `It is now ${new Date(world.clock.nowMs()).toUTCString()}.`
    }
    case 'configure':
      dispatcher.configure(JSON.parse(field('config')))
      return 'Delivery behaves as you say.'
    default:
      return 'Nothing done.'
  }
}
