import { change, create, emit } from '../core/events.ts'
import type {
  CheckoutPlan,
  CustomerRow,
  EventRow,
  InvoiceRow,
  PaymentIntentRow,
  PaymentMethodRow,
  SessionRow,
} from '../core/rows.ts'
import { unschedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { customerFrom, customerOf } from '../objects/customer.ts'
import { priceOf } from '../objects/price.ts'
import { collectInvoice } from './collect.ts'
import { createIntent } from './intents.ts'
import { intentOf } from './invoicing.ts'
import { attach, behaviourOf } from './payment-methods.ts'
import { confirmIntent } from './payments.ts'
import { confirmSetup, createSetup } from './setup.ts'
import { createSubscription } from './subscribe.ts'

export type Shopper = { email: string; name: string | null }
/** How a try to pay ended: with the completing event, at the bank's question, or with words for the shopper. */
export type CheckoutResult =
  | { outcome: 'completed'; event: EventRow }
  | { outcome: 'action'; intent: string }
  | { outcome: 'declined'; message: string }

/**
 * The shopper submits the hosted page: with a payment method, or without one when nothing is due and the
 * session does not insist.
 */
export function payCheckout(
  world: World,
  session: SessionRow,
  shopper: Shopper,
  method: PaymentMethodRow | null,
): CheckoutResult {
  const plan = world.store.get('local.checkout_plan', session.id)
  if (!plan) return { outcome: 'declined', message: 'This session is gone.' }
  const bank = behaviourOf(world, method?.id)
  if (method && session.mode !== 'setup' && bank.kind === 'declines' && !bank.attaches) {
    refuse(world, session, plan, method)
    return { outcome: 'declined', message: bank.message }
  }
  const customer = customerFor(world, session, plan, shopper)
  if (method && customer && session.mode !== 'setup') attach(world, method.id, customer.id)
  const intent = pay[session.mode as keyof typeof pay](world, session, plan, customer, method)
  return resultOf(world, session, shopper, intent)
}

/** What a payment attempt means for the session; also called when the bank's question was answered. */
export function resultOf(
  world: World,
  session: SessionRow,
  shopper: Shopper,
  intent: PaymentIntentRow | undefined,
): CheckoutResult {
  if (intent?.status === 'requires_action') return { outcome: 'action', intent: intent.id }
  if (intent?.status === 'requires_payment_method') {
    return { outcome: 'declined', message: intent.last_payment_error?.message ?? 'Your card was declined.' }
  }
  return { outcome: 'completed', event: complete(world, session, shopper, intent) }
}

/** A decline at the counter leaves a failed charge, and nothing else that Checkout would keep. */
function refuse(world: World, session: SessionRow, plan: CheckoutPlan, method: PaymentMethodRow): void {
  const made = world.store.get('payment_intent', plan.made?.intent)
  const intent = made ?? intentFor(world, session, plan, session.customer)
  if (!made) remember(world, plan, { customer: session.customer ?? '', intent: intent.id })
  confirmIntent(world, intent, method.id)
}

const intentFor = (
  world: World,
  session: SessionRow,
  plan: CheckoutPlan,
  customer: string | null,
): PaymentIntentRow =>
  createIntent(world, {
    ...plan.payment,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer,
  })

const remember = (world: World, plan: CheckoutPlan, made: NonNullable<CheckoutPlan['made']>) =>
  world.store.put('local.checkout_plan', { ...plan, made })

/** The session's customer, a new one, or none: a one-time payment keeps its shopper a guest unless asked. */
function customerFor(
  world: World,
  session: SessionRow,
  plan: CheckoutPlan,
  shopper: Shopper,
): CustomerRow | null {
  const known = session.customer ?? (plan.made?.customer || null)
  if (known !== null) {
    const row = customerOf(world, known)
    return row.email === null
      ? (change(world, 'customer', row, { email: shopper.email }, 'customer.updated') as CustomerRow)
      : row
  }
  if (session.mode !== 'subscription' && session.customer_creation !== 'always') return null
  return create(world, 'customer', customerFrom(world, shopper), 'customer.created') as CustomerRow
}

type Pay = (
  world: World,
  session: SessionRow,
  plan: CheckoutPlan,
  customer: CustomerRow | null,
  method: PaymentMethodRow | null,
) => PaymentIntentRow | undefined

/** How each mode of a session is paid. */
const pay: { subscription: Pay; payment: Pay; setup: Pay } = {
  subscription: (world, session, plan, customer, method) => {
    if (!customer) return undefined
    const invoice =
      world.store.get('invoice', plan.made?.invoice) ??
      openSubscription(world, session, plan, customer, method)
    collectInvoice(world, invoice, method?.id ?? null)
    return intentOf(world, invoice.id)
  },
  payment: (world, session, plan, customer, method) => {
    if (session.amount_total === 0 || !method) return undefined
    const made = world.store.get('payment_intent', plan.made?.intent)
    const intent = made ?? intentFor(world, session, plan, customer?.id ?? null)
    remember(world, plan, { customer: customer?.id ?? '', intent: intent.id })
    return confirmIntent(world, { ...intent, customer: customer?.id ?? null }, method.id)
  },
  setup: (world, session, plan, customer, method) => {
    if (!method) return undefined
    const setup = createSetup(world, { customer: customer?.id ?? null, ...plan.setup })
    confirmSetup(world, setup, method.id)
    world.store.put('checkout.session', { ...session, setup_intent: setup.id })
    return undefined
  },
}

function openSubscription(
  world: World,
  session: SessionRow,
  plan: CheckoutPlan,
  customer: CustomerRow,
  method: PaymentMethodRow | null,
): InvoiceRow {
  const wanted = plan.subscription
  const trialEnd =
    wanted.trial_period_days === undefined
      ? wanted.trial_end
      : timeFor(world, customer.id) + wanted.trial_period_days * 86_400
  const items = plan.items.map(({ price, quantity }) => ({ price: priceOf(world, price), quantity }))
  const { invoice, subscription } = createSubscription(world, {
    customer,
    items: items.filter(({ price }) => price.recurring),
    once: items.filter(({ price }) => !price.recurring),
    method: method?.id ?? null,
    metadata: wanted.metadata,
    description: wanted.description,
    trialEnd,
    trialEndBehaviour: wanted.trial_settings?.end_behavior.missing_payment_method,
    anchor: wanted.billing_cycle_anchor,
    billingMode: wanted.billing_mode?.type,
    coupons: plan.discounts,
  })
  remember(world, plan, { customer: customer.id, invoice: invoice.id })
  world.store.put('checkout.session', { ...session, subscription: subscription.id, invoice: invoice.id })
  return invoice
}

function complete(
  world: World,
  session: SessionRow,
  shopper: Shopper,
  intent: PaymentIntentRow | undefined,
): EventRow {
  const latest = world.store.get('checkout.session', session.id) ?? session
  const customer = world.store.get('local.checkout_plan', session.id)?.made?.customer
  const invoice = world.store.get('invoice', latest.invoice)
  const due = invoice?.amount_due ?? latest.amount_total ?? 0
  const row: SessionRow = {
    ...latest,
    customer: latest.customer ?? (customer || null),
    customer_details: {
      address: null,
      business_name: null,
      email: shopper.email,
      individual_name: null,
      name: shopper.name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    payment_intent: latest.mode === 'payment' ? (intent?.id ?? null) : null,
    payment_status: due === 0 ? 'no_payment_required' : intent?.status === 'processing' ? 'unpaid' : 'paid',
    amount_total: invoice?.total ?? latest.amount_total,
    status: 'complete',
    url: null,
  }
  unschedule(world, 'session.expire', row.id)
  world.store.put('checkout.session', row)
  return emit(world, 'checkout.session.completed', row)
}

/** Closes an open session for good. */
export function expireSession(world: World, row: SessionRow): SessionRow {
  unschedule(world, 'session.expire', row.id)
  return change(world, 'checkout.session', row, { status: 'expired', url: null }, 'checkout.session.expired')
}
