import type { Hono } from 'hono'
import { z } from 'zod'
import type { World } from '../core/world.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'

type Pages = { world: World; dispatcher: Dispatcher }

/** Mounts `/_local/*`: what Stripe does not have, for tests and for the dashboard. */
export function mountLocal(app: Hono, { world, dispatcher }: Pages): void {
  app.get('/_local/health', (context) => context.json({ status: 'ok' }))
  app.get('/_local/delivery', (context) => context.json(dispatcher.config))
  app.post('/_local/delivery', async (context) => {
    try {
      return context.json(dispatcher.configure(await context.req.json()))
    } catch (error) {
      if (error instanceof z.ZodError) return context.json({ error: z.prettifyError(error) }, 400)
      throw error
    }
  })
  app.post('/_local/release', (context) => context.json({ released: dispatcher.releaseHeld() }))
  app.get('/_local/deliveries', (context) =>
    context.json({ idle: dispatcher.isIdle(), data: world.store.all('local.delivery') }),
  )
}
