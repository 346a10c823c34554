import type { Context, Hono } from 'hono'
import { type CheckoutResult, payCheckout, type Shopper } from '../billing/checkout.ts'
import { applyPromotion } from '../billing/promotion.ts'
import { StripeError } from '../core/errors.ts'
import type { SessionRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import { amountOf } from '../objects/invoice-line.ts'
import { priceOf } from '../objects/price.ts'
import { checkoutPage, type CheckoutView, closedPage } from './checkout-view.ts'
import { type Form, formOf, methodFrom } from './payment-form.ts'

export type Pages = { world: World; dispatcher: Dispatcher }

/** Mounts `/c/pay/:id`, the hosted checkout. */
export function mountCheckout(app: Hono, pages: Pages): void {
  const { world } = pages
  const sessionOf = (context: Context) => world.store.get('checkout.session', context.req.param('id'))

  app.get('/c/pay/:id', (context) => {
    const session = sessionOf(context)
    if (!session) return context.notFound()
    return context.html(
      session.status === 'open' ? checkoutPage(viewOf(world, session)) : closedPage(session),
    )
  })
  app.get('/c/pay/:id/cancel', (context) => {
    const url = sessionOf(context)?.cancel_url
    return url == null ? context.notFound() : context.redirect(url, 303)
  })
  app.post('/c/pay/:id', async (context) => {
    const session = sessionOf(context)
    if (!session) return context.notFound()
    if (session.status !== 'open') return context.html(closedPage(session), 409)
    const form = await formOf(context)
    if (form.action === 'promotion') {
      const isValid = applyPromotion(world, session, form.promotion ?? '')
      const view = viewOf(world, world.store.get('checkout.session', session.id) ?? session)
      const typed = { email: form.email ?? view.typed.email, name: form.name ?? view.typed.name }
      return context.html(checkoutPage({ ...view, typed, error: isValid ? null : 'This code is invalid.' }))
    }
    return conclude(context, pages, session, form, () => submit(world, session, form))
  })
}

/** Answers the shopper with what became of a try to pay: the bank's question, the page again, or the way back to the shop. */
export async function conclude(
  context: Context,
  { world, dispatcher }: Pages,
  session: SessionRow,
  form: Form,
  work: () => CheckoutResult,
): Promise<Response> {
  const result = world.clock.at(null, work)
  if (result.outcome === 'action') return context.redirect(`/c/confirm/${result.intent}`, 303)
  if (result.outcome === 'declined') {
    const latest = world.store.get('checkout.session', session.id) ?? session
    return context.html(
      checkoutPage({
        ...viewOf(world, latest),
        typed: { email: form.email ?? '', name: form.name ?? '' },
        error: result.message,
      }),
      402,
    )
  }
  // Like Stripe: the shopper leaves when the shop has heard of the payment, or after ten seconds.
  await dispatcher.answered(result.event.id, dispatcher.config.redirectWaitMs)
  return context.redirect(successOf(session), 303)
}

/** Where a shopper goes who has paid. */
export const successOf = (session: SessionRow): string =>
  (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id)

function submit(world: World, session: SessionRow, form: Form): CheckoutResult {
  const shopper: Shopper = { email: form.email ?? '', name: form.name?.trim() || null }
  try {
    return payCheckout(
      world,
      session,
      shopper,
      needsMethod(session) ? methodFrom(world, shopper, form) : null,
    )
  } catch (error) {
    if (error instanceof StripeError) return { outcome: 'declined', message: error.message }
    throw error
  }
}

/** A free order asks for a card only when the session insists on having one. */
const needsMethod = (session: SessionRow): boolean =>
  session.amount_total !== 0 || session.payment_method_collection !== 'if_required'

function viewOf(world: World, session: SessionRow): CheckoutView {
  const plan = world.store.get('local.checkout_plan', session.id)
  const customer = world.store.get('customer', session.customer)
  const known = customer && !customer.deleted ? customer : undefined
  const lines = (plan?.items ?? []).map((item) => {
    const price = priceOf(world, item.price)
    return {
      price,
      quantity: item.quantity,
      amount: amountOf(price, item.quantity),
      name: world.store.get('product', price.product)?.name ?? 'Product',
    }
  })
  return {
    session,
    lines,
    trialDays: plan?.subscription.trial_period_days ?? null,
    typed: { email: session.customer_email ?? known?.email ?? '', name: known?.name ?? '' },
    error: null,
    needsMethod: needsMethod(session),
  }
}
