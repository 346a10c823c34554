import { StripeError } from '../core/errors.ts'
import { change, create, emit } from '../core/events.ts'
import type { ChargeRow, PaymentIntentRow, PaymentMethodRow } from '../core/rows.ts'
import { clockOf, schedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { chargeFrom, type ChargeResult, type Refusal } from '../objects/charge.ts'
import { openDispute } from './disputes.ts'
import { behaviourOf, methodOf } from './payment-methods.ts'

/** Whether the shopper is there to answer the bank's question. */
export type Presence = { offSession?: boolean; returnUrl?: string | null }

/**
 * Charges the intent with the method. The returned row's status tells how it went: `succeeded`,
 * `requires_capture`, `processing`, `requires_action`, or `requires_payment_method` after a decline.
 */
export function confirmIntent(
  world: World,
  intent: PaymentIntentRow,
  methodId: string,
  presence: Presence = {},
): PaymentIntentRow {
  const method = methodOf(world, methodId, 'payment_method')
  const bank = behaviourOf(world, method.id)
  const row = world.store.put('payment_intent', { ...intent, payment_method: method.id })
  switch (bank.kind) {
    case 'pays': {
      const paid = succeed(world, row, method)
      if (bank.available) emit(world, 'balance.available', balanceWith(world, paid))
      return paid
    }
    case 'disputes':
      return disputed(world, succeed(world, row, method), bank.reason, bank.isInquiry)
    case 'declines':
      return decline(world, row, method, {
        code: bank.code,
        declineCode: bank.declineCode,
        message: bank.message,
      })
    case 'delays':
      return startProcessing(world, row, bank.seconds)
    case 'asks':
      if (presence.offSession) return decline(world, row, method, authenticationRequired)
      return change(
        world,
        'payment_intent',
        row,
        {
          status: 'requires_action',
          last_payment_error: null,
          next_action: {
            type: 'redirect_to_url',
            redirect_to_url: {
              url: `${world.url}/c/confirm/${row.id}`,
              return_url: presence.returnUrl ?? null,
            },
          },
        },
        'payment_intent.requires_action',
      )
  }
}

const authenticationRequired: Refusal = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}
const failedAuthentication: Refusal = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}
const returnedDebit: Refusal = {
  code: 'payment_intent_payment_attempt_failed',
  declineCode: null,
  message: 'The customer’s bank returned the debit.',
}

/** The account's balance as it is told once money may be paid out. */
const balanceWith = (world: World, { amount, currency }: PaymentIntentRow) => ({
  id: world.ids.next('bal'),
  object: 'balance',
  available: [{ amount, currency, source_types: { card: amount } }],
  livemode: false,
  pending: [],
})

function disputed(world: World, row: PaymentIntentRow, reason: string, isInquiry = false): PaymentIntentRow {
  const made = world.store.get('charge', row.latest_charge)
  if (made) openDispute(world, made, reason, isInquiry)
  return row
}

function startProcessing(world: World, row: PaymentIntentRow, seconds: number): PaymentIntentRow {
  const next = change(
    world,
    'payment_intent',
    row,
    { status: 'processing', last_payment_error: null, next_action: null },
    'payment_intent.processing',
  )
  schedule(
    world,
    'payment.settle',
    row.id,
    timeFor(world, row.customer) + seconds,
    clockOf(world, row.customer),
  )
  return next
}

/** What the bank says about a delayed debit: `pays` decides it, or its own behaviour when undefined. */
export function settleDebit(world: World, row: PaymentIntentRow, pays?: boolean): PaymentIntentRow {
  if (row.status !== 'processing' || row.payment_method === null) return row
  const bank = behaviourOf(world, row.payment_method)
  const method = methodOf(world, row.payment_method)
  const good = pays ?? !(bank.kind === 'delays' && bank.then === 'fails')
  return good ? succeed(world, row, method) : decline(world, row, method, returnedDebit)
}

/** The shopper answered the bank's question. */
export function answerAction(world: World, row: PaymentIntentRow, agreed: boolean): PaymentIntentRow {
  if (row.status !== 'requires_action' || row.payment_method === null) return row
  const method = methodOf(world, row.payment_method)
  const bank = behaviourOf(world, method.id)
  if (!agreed) return decline(world, row, method, failedAuthentication, false)
  if (bank.kind === 'asks' && bank.then === 'declines') {
    return decline(world, row, method, {
      code: 'card_declined',
      declineCode: 'generic_decline',
      message: 'Your card was declined.',
    })
  }
  // Some cards ask only the first time; from then on the shop may charge them alone.
  if (bank.kind === 'asks' && bank.once)
    world.store.put('local.instrument', { id: method.id, behaviour: 'pays' })
  return succeed(world, row, method)
}

function charge(
  world: World,
  row: PaymentIntentRow,
  method: PaymentMethodRow,
  result: ChargeResult,
  type: string,
): ChargeRow {
  return create(world, 'charge', chargeFrom(world, row, method, result), type)
}

function succeed(world: World, row: PaymentIntentRow, method: PaymentMethodRow): PaymentIntentRow {
  const captured = row.capture_method !== 'manual'
  const made = charge(world, row, method, { paid: true, captured }, 'charge.succeeded')
  return change(
    world,
    'payment_intent',
    row,
    {
      status: captured ? 'succeeded' : 'requires_capture',
      amount_received: captured ? row.amount : 0,
      amount_capturable: captured ? 0 : row.amount,
      latest_charge: made.id,
      last_payment_error: null,
      next_action: null,
    },
    captured ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated',
  )
}

function decline(
  world: World,
  row: PaymentIntentRow,
  method: PaymentMethodRow,
  refusal: Refusal,
  charged = true,
): PaymentIntentRow {
  const made = charged ? charge(world, row, method, { paid: false, refusal }, 'charge.failed') : undefined
  return change(
    world,
    'payment_intent',
    row,
    {
      status: 'requires_payment_method',
      payment_method: null,
      latest_charge: made?.id ?? row.latest_charge,
      next_action: null,
      last_payment_error: {
        type: charged ? 'card_error' : 'invalid_request_error',
        code: refusal.code,
        ...(refusal.declineCode === null ? {} : { decline_code: refusal.declineCode }),
        message: refusal.message,
        ...(made ? { charge: made.id } : {}),
        payment_method: method,
      },
    },
    'payment_intent.payment_failed',
  )
}

/** The 402 the API answers when a confirmation was declined. */
export function declinedError(intent: PaymentIntentRow): StripeError {
  const error = intent.last_payment_error
  return new StripeError(402, {
    type: 'card_error',
    message: error?.message ?? 'Your card was declined.',
    code: error?.code ?? 'card_declined',
    ...(error?.decline_code === undefined ? {} : { decline_code: error.decline_code }),
    ...(error?.charge === undefined ? {} : { charge: error.charge }),
    payment_intent: intent,
    payment_method: error?.payment_method,
  })
}
