import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { resultOf } from '../billing/checkout.ts'
import { intentSettled } from '../billing/collect.ts'
import { answerAction } from '../billing/payments.ts'
import type { PaymentIntentRow, SessionRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { conclude, type Pages, successOf } from './checkout.ts'
import { showInvoice } from './invoice.ts'
import { type Html, layout, money } from './layout.ts'
import { formOf } from './payment-form.ts'

/** Mounts `/c/confirm/:intent`, the bank's question, which leads back to the page that had it asked. */
export function mountConfirm(app: Hono, pages: Pages): void {
  const { world } = pages
  app.get('/c/confirm/:intent', (context) => {
    const intent = world.store.get('payment_intent', context.req.param('intent'))
    return intent ? context.html(actionPage(intent)) : context.notFound()
  })
  app.post('/c/confirm/:intent', async (context) => {
    const intent = world.store.get('payment_intent', context.req.param('intent'))
    if (!intent) return context.notFound()
    const agreed = (await formOf(context)).answer === 'agree'
    const answered = () => {
      const row = answerAction(world, intent, agreed)
      intentSettled(world, row)
      return row
    }
    const session = sessionOf(world, intent)
    if (session?.status === 'open') {
      const shopper = shopperOf(world, session)
      return conclude(context, pages, session, shopper, () =>
        resultOf(world, session, { ...shopper, name: shopper.name || null }, answered()),
      )
    }
    // A second click on the answer that has completed the session.
    if (session && intent.status !== 'requires_action') return context.redirect(successOf(session), 303)
    return goBack(context, world, intent, world.clock.at(null, answered))
  })
}

/** The checkout session that pays with an intent, by itself or through its first invoice. */
function sessionOf(world: World, intent: PaymentIntentRow): SessionRow | undefined {
  const invoice = world.store.get('local.payment_link', intent.id)?.invoice
  const plan = world.store
    .all('local.checkout_plan')
    .find(({ made }) => made?.intent === intent.id || (invoice !== undefined && made?.invoice === invoice))
  return world.store.get('checkout.session', plan?.id)
}

function shopperOf(world: World, session: SessionRow): { email: string; name: string } {
  const made = world.store.get('local.checkout_plan', session.id)?.made
  const customer = world.store.get('customer', made?.customer)
  if (!customer || customer.deleted) return { email: '', name: '' }
  return { email: customer.email ?? '', name: customer.name ?? '' }
}

/** The shop's own address when it gave one, else the page of the invoice, with the bank's words when it refused. */
function goBack(
  context: Context,
  world: World,
  asked: PaymentIntentRow,
  row: PaymentIntentRow,
): Response | Promise<Response> {
  const shop = asked.next_action?.redirect_to_url?.return_url
  if (shop != null) return context.redirect(shop, 303)
  const invoice = world.store.get('invoice', world.store.get('local.payment_link', row.id)?.invoice)
  if (!invoice) return context.redirect(`/c/confirm/${row.id}`, 303)
  return showInvoice(context, world, invoice, row)
}

/** The bank's question (3-D Secure). */
const actionPage = (intent: { id: string; amount: number; currency: string }): Html =>
  layout(
    'Confirm your payment · Local Stripe',
    html`<div class="card" style="max-width:480px;margin:0 auto">
      <h1>Your bank asks: is this you?</h1>
      <p>
        A payment of <strong>${money(intent.amount, intent.currency)}</strong> is waiting. This stands in for
        3-D Secure.
      </p>
      <form method="post" action="/c/confirm/${intent.id}" class="actions">
        <button class="primary" name="answer" value="agree">Complete authentication</button>
        <button class="danger" name="answer" value="refuse">Fail authentication</button>
      </form>
    </div>`,
  )
