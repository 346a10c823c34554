import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { ADVANCE_RULE, advanceWorld } from '../billing/advance.ts'
import { intentSettled } from '../billing/collect.ts'
import { openDispute } from '../billing/disputes.ts'
import { settleDebit } from '../billing/payments.ts'
import { LAST_INSTANT } from '../core/clock.ts'
import { StripeError } from '../core/errors.ts'
import { emit } from '../core/events.ts'
import type { World } from '../core/world.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import { rollSecret } from '../delivery/endpoints.ts'

type Pages = { world: World; dispatcher: Dispatcher }

const advanceSchema = z.strictObject({ seconds: z.number(ADVANCE_RULE) })
const rollSchema = z.strictObject({
  endpoint: z.string(),
  secret: z.string().optional(),
  overlapSeconds: z.number().int().min(0).max(LAST_INSTANT).default(86_400),
})
const settleSchema = z.strictObject({ payment_intent: z.string(), pays: z.boolean() })
/** A cardholder who disputes a payment whenever a test wants it. */
const disputeSchema = z.strictObject({
  payment_intent: z.string(),
  reason: z.string().default('fraudulent'),
  inquiry: z.boolean().default(false),
})
/** An event that this Stripe would not tell by itself: of another mode, account or second. */
const emitSchema = z.strictObject({
  type: z.string(),
  object: z.looseObject({ id: z.string(), object: z.string() }),
  previous_attributes: z.record(z.string(), z.unknown()).optional(),
  account: z.string().optional(),
  created: z.number().int().min(0).max(LAST_INSTANT).optional(),
  livemode: z.boolean().optional(),
})
const resendSchema = z.strictObject({ event: z.string(), endpoint: z.string().optional() })

/** Mounts `/_local/*`: what Stripe does not have, for tests and for the dashboard. All of it speaks JSON. */
export function mountLocal(app: Hono, { world, dispatcher }: Pages): void {
  const post = <S extends z.ZodType>(path: string, schema: S, work: (wanted: z.infer<S>) => object) =>
    app.post(path, async (context) => {
      try {
        return context.json(work(schema.parse(await bodyOf(context))))
      } catch (error) {
        return context.json({ error: faultOf(error) }, 400)
      }
    })

  app.get('/_local/health', (context) => context.json({ status: 'ok' }))
  app.get('/_local/delivery', (context) => context.json(dispatcher.config))
  post('/_local/delivery', z.unknown(), (wanted) => dispatcher.configure(wanted))
  app.get('/_local/deliveries', (context) =>
    context.json({ idle: dispatcher.isIdle(), data: world.store.all('local.delivery') }),
  )
  app.get('/_local/clock', (context) =>
    context.json({ now: world.clock.now(), skippedSeconds: world.clock.skippedMs / 1000 }),
  )
  post('/_local/release', z.object({}), () => ({ released: dispatcher.releaseHeld() }))
  post('/_local/replay', z.object({}), () => ({ replayed: dispatcher.replayShuffled() }))
  post('/_local/advance', advanceSchema, ({ seconds }) => {
    advanceWorld(world, seconds)
    return { now: world.clock.now() }
  })
  post('/_local/resend', resendSchema, ({ event, endpoint }) => {
    const row = world.store.get('event', event)
    if (row) dispatcher.resend(row, endpoint)
    return { resent: row ? 1 : 0 }
  })
  post('/_local/roll', rollSchema, ({ endpoint, secret, overlapSeconds }) => ({
    secret: rollSecret(world, endpoint, overlapSeconds, secret),
  }))
  post('/_local/emit', emitSchema, ({ type, object, previous_attributes, ...overrides }) =>
    emit(world, type, object, previous_attributes, overrides),
  )
  post('/_local/settle', settleSchema, ({ payment_intent: id, pays }) => {
    const row = world.store.get('payment_intent', id)
    if (row) world.clock.at(null, () => intentSettled(world, settleDebit(world, row, pays)))
    return { status: world.store.get('payment_intent', id)?.status ?? null }
  })
  post('/_local/dispute', disputeSchema, ({ payment_intent: id, reason, inquiry }) => {
    const charge = world.store.get('charge', world.store.get('payment_intent', id)?.latest_charge)
    if (!charge?.paid) return { dispute: null }
    return { dispute: world.clock.at(null, () => openDispute(world, charge, reason, inquiry)).id }
  })
  post('/_local/reset', z.object({}), () => {
    dispatcher.forgetAll()
    world.store.clear(['webhook_endpoint', 'local.secrets', 'local.payload_style'])
    world.clock.skippedMs = 0
    return { reset: true }
  })
}

/** What a lever is told; nothing at all is an empty object. */
async function bodyOf(context: Context): Promise<unknown> {
  const body = await context.req.text()
  return body.trim() === '' ? {} : (JSON.parse(body) as unknown)
}

/** What is wrong with what a lever was told; any other error is a fault of this server, and thrown on. */
function faultOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  if (error instanceof SyntaxError) return `The body is not JSON: ${error.message}`
  if (error instanceof StripeError) return error.message
  throw error
}
