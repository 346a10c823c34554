import { subscriptionFrom } from '@paidup/billing/testing'
import type Stripe from 'stripe'
import type { Recording } from '../record/recorder.ts'
import { inOrder, type EndState } from './end-states.ts'
import { creditsLeftOf, factsOfInvoice, factOfPurchase, factsOfRefund, grantsOf } from './expected-money.ts'

/**
 * What has to be written of a history, by Stripe's objects as they ended and nothing else; of the events, only what no
 * object tells. Each customer's org is the one that the shop wrote into its metadata.
 */
export function expectedState({ events, truth }: Recording): EndState {
  const of = <T>(kind: string) =>
    [...truth.values()].filter((one) => 'object' in one && one.object === kind) as T[]
  const customers = of<Stripe.Customer>('customer')
  const orgs = new Map(customers.map(({ id, metadata }) => [id, metadata['org_id']]))
  const invoices = of<Stripe.Invoice>('invoice')
  const sessions = of<Stripe.Checkout.Session>('checkout.session')
  const charges = of<Stripe.Charge>('charge').filter(({ paid }) => paid)
  const purchases = sessions.filter(({ mode, status }) => mode === 'payment' && status === 'complete')
  const grants = grantsOf(invoices, purchases, charges)
  return inOrder({
    processed_events: events.map(({ id, type }) => ({ event_id: id, event_type: type })),
    quarantined_events: [],
    billing_customers: customers.map(({ id }) => ({
      stripe_customer_id: id,
      org_id: orgs.get(id),
      deleted_at: null,
    })),
    checkout_sessions: sessions.map(rowOfSession),
    plan_entitlements: of<Stripe.Subscription>('subscription').map(rowOfSubscription),
    purchases: purchases.map((one) => rowOfPurchase(one, charges)),
    payments: [
      ...invoices.flatMap((one) => factsOfInvoice(one, events)),
      ...purchases.map(factOfPurchase),
      ...of<Stripe.Refund>('refund').flatMap(factsOfRefund),
    ],
    stripe_payments: charges.map((charge) => rowOfPayment(charge, invoices, purchases, events)),
    invoices: invoices.map((invoice) => ({
      stripe_invoice_id: invoice.id,
      stripe_subscription_id: invoice.parent?.subscription_details?.subscription ?? null,
    })),
    credits_granted: grants.map(({ key, customer, credits }) => ({
      business_key: key,
      org_id: orgs.get(customer),
      delta: credits,
    })),
    credits_left: grants.map((grant) => ({
      business_key: grant.key,
      org_id: orgs.get(grant.customer),
      credits: creditsLeftOf(grant),
    })),
  })
}

function rowOfSession(session: Stripe.Checkout.Session): object {
  return {
    id: session.id,
    org_id: session.metadata?.['org_id'],
    plan: session.metadata?.['plan'],
    status: session.status,
    payment_status: session.payment_status,
    is_payment_failed: false,
    stripe_customer_id: session.customer,
    stripe_subscription_id: session.subscription,
  }
}

function rowOfSubscription(subscription: Stripe.Subscription): object {
  const { fields } = subscriptionFrom(subscription)
  return {
    stripe_subscription_id: fields.stripeSubscriptionId,
    stripe_customer_id: fields.stripeCustomerId,
    plan: fields.plan,
    status: fields.status,
    quantity: fields.quantity,
    price_id: fields.priceId,
    interval: fields.interval,
    current_period_end: instantText(fields.currentPeriodEnd),
    trial_end: instantText(fields.trialEnd),
    cancel_at: instantText(fields.cancelAt),
    cancel_at_period_end: fields.cancelAtPeriodEnd,
  }
}

function rowOfPurchase(session: Stripe.Checkout.Session, charges: Stripe.Charge[]): object {
  const charge = charges.find((one) => one.payment_intent === session.payment_intent)
  const refunded = charge?.amount_refunded ?? 0
  const whole = refunded === session.amount_total ? 'refunded' : 'partially_refunded'
  return {
    stripe_checkout_session_id: session.id,
    stripe_payment_id: session.payment_intent,
    product: session.metadata?.['plan'],
    quantity: Number(session.metadata?.['quantity']),
    status: refunded === 0 ? 'paid' : whole,
    amount: session.amount_total,
    amount_refunded: refunded,
  }
}

/** The most that was told to be refunded is what the charge's own events say, whatever became of it later. */
function rowOfPayment(
  charge: Stripe.Charge,
  invoices: Stripe.Invoice[],
  purchases: Stripe.Checkout.Session[],
  events: Stripe.Event[],
): object {
  const { payment_intent: id } = charge
  const told = events.map((event) =>
    event.type === 'charge.refunded' && event.data.object.id === charge.id
      ? event.data.object.amount_refunded
      : 0,
  )
  const paidBy = (one: Stripe.Invoice) =>
    one.payments?.data.some(({ payment }) => payment.payment_intent === id)
  return {
    stripe_payment_id: id,
    stripe_invoice_id: invoices.find(paidBy)?.id ?? null,
    stripe_checkout_session_id: purchases.find((one) => one.payment_intent === id)?.id ?? null,
    amount_refunded_told: Math.max(...told),
  }
}

/** An instant as PostgreSQL's JSON has it. */
function instantText(date: Date | null): string | null {
  return date && date.toISOString().replace('.000Z', '+00:00')
}
