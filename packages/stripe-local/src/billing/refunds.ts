import { invalidRequest } from '../core/errors.ts'
import { change, create, emit } from '../core/events.ts'
import type { ChargeRow, Metadata, RefundRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { behaviourOf } from '../resources/payment-methods.ts'
import { clockOf, schedule } from './timers.ts'

export type RefundWishes = {
  amount?: number | undefined
  reason?: string | null | undefined
  metadata?: Metadata | undefined
}

/** Gives money back on a charge, all of what is left or a part of it (minor units). */
export function refundCharge(world: World, charge: ChargeRow, wanted: RefundWishes): RefundRow {
  const left = charge.amount_captured - charge.amount_refunded
  if (left <= 0)
    throw invalidRequest(
      `Charge ${charge.id} has already been refunded.`,
      undefined,
      'charge_already_refunded',
    )
  const amount = wanted.amount ?? left
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      'amount',
    )
  }
  const now = timeFor(world, charge.customer)
  const row: RefundRow = {
    id: world.ids.next('re'),
    object: 'refund',
    amount,
    balance_transaction: world.ids.next('txn'),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: wanted.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: wanted.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  create(world, 'refund', row, 'refund.created')
  const refunded = charge.amount_refunded + amount
  change(
    world,
    'charge',
    charge,
    { amount_refunded: refunded, refunded: refunded >= charge.amount },
    'charge.refunded',
  )
  emit(world, 'charge.refund.updated', row)
  const bank = behaviourOf(world, charge.payment_method)
  if (bank.kind === 'pays' && bank.refundFails)
    schedule(world, 'refund.fail', row.id, now + 60, clockOf(world, charge.customer))
  return row
}

/** The customer's bank sends a refund back: the charge counts as unrefunded again. */
export function failRefund(world: World, row: RefundRow): void {
  if (row.status === 'failed') return
  const charge = world.store.get('charge', row.charge)
  change(
    world,
    'refund',
    row,
    {
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
      failure_balance_transaction: world.ids.next('txn'),
    },
    'refund.updated',
    'refund.failed',
    'charge.refund.updated',
  )
  if (!charge) return
  change(
    world,
    'charge',
    charge,
    { amount_refunded: charge.amount_refunded - row.amount, refunded: false },
    'charge.updated',
  )
}
