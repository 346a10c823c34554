import type { Context, Hono } from 'hono'
import { answerAction } from '../billing/payments.ts'
import { payCheckout, resultOf, type CheckoutResult, type Shopper } from '../billing/checkout.ts'
import { intentSettled } from '../billing/collect.ts'
import { amountOf } from '../billing/lines.ts'
import { applyPromotion } from '../billing/promotion.ts'
import { StripeError } from '../core/errors.ts'
import type { PaymentMethodRow, SessionRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import { createMethod } from '../resources/payment-methods.ts'
import { priceOf } from '../resources/prices.ts'
import { actionPage, checkoutPage, closedPage, type CheckoutView } from './checkout-view.ts'

type Form = Record<string, string>
type Pages = { world: World; dispatcher: Dispatcher }

/** Mounts `/c/pay/:id` (checkout) and `/c/confirm/:intent` (the bank's question). */
export function mountCheckout(app: Hono, { world, dispatcher }: Pages): void {
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
    return conclude(context, session, form, () => submit(world, session, form))
  })
  app.get('/c/confirm/:intent', (context) => {
    const intent = world.store.get('payment_intent', context.req.param('intent'))
    return intent ? context.html(actionPage(intent)) : context.notFound()
  })
  app.post('/c/confirm/:intent', async (context) => {
    const intent = world.store.get('payment_intent', context.req.param('intent'))
    if (!intent) return context.notFound()
    const agreed = (await formOf(context)).answer === 'agree'
    const plan = world.store
      .all('local.checkout_plan')
      .find(
        ({ made }) =>
          made?.intent === intent.id ||
          (made?.invoice !== undefined &&
            world.store.get('local.invoice_link', made.invoice)?.intent === intent.id),
      )
    const session = world.store.get('checkout.session', plan?.id)
    const answered = () => {
      const row = answerAction(world, intent, agreed)
      intentSettled(world, row)
      return row
    }
    if (!session) {
      const row = world.clock.at(null, answered)
      return context.redirect(intent.next_action?.redirect_to_url?.return_url ?? `/c/confirm/${row.id}`, 303)
    }
    const customer = world.store.get('customer', plan?.made?.customer)
    const shopper =
      customer && !customer.deleted
        ? { email: customer.email ?? '', name: customer.name ?? '' }
        : { email: '', name: '' }
    return conclude(context, session, shopper, () =>
      resultOf(world, session, { ...shopper, name: shopper.name || null }, answered()),
    )
  })

  async function conclude(
    context: Context,
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
    return context.redirect((session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id), 303)
  }
}

async function formOf(context: Context): Promise<Form> {
  const body = await context.req.parseBody()
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

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

function methodFrom(world: World, shopper: Shopper, form: Form): PaymentMethodRow {
  const billing_details = { email: shopper.email, name: shopper.name }
  if (form.method?.startsWith('sepa_debit')) {
    const behaviour = form.method === 'sepa_debit_fails' ? 'delayed_failure' : 'delayed_success'
    const iban = 'DE89370400440532013000'
    return createMethod(world, { type: 'sepa_debit', sepa_debit: { iban }, billing_details }, behaviour)
  }
  const [, month, year] = /^\s*(\d{1,2})\s*\/?\s*(\d{2,4})\s*$/.exec(form.expiry ?? '') ?? []
  if (month === undefined || year === undefined) {
    throw new StripeError(402, { type: 'card_error', message: "Your card's expiration date is incomplete." })
  }
  if (!/^\d{3,4}$/.test(form.cvc ?? '')) {
    throw new StripeError(402, { type: 'card_error', message: "Your card's security code is incomplete." })
  }
  return createMethod(world, {
    type: 'card',
    billing_details,
    card: { number: form.number ?? '', exp_month: Number(month), exp_year: Number(year), cvc: form.cvc },
  })
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
