import { invalidRequest } from '../core/errors.ts'
import { change, create } from '../core/events.ts'
import type { ChargeRow, Metadata, RefundRow } from '../core/rows.ts'
import { clockOf, schedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { refundFrom } from '../objects/refund.ts'
import { refundableDispute } from './disputes.ts'
import { moneyText } from './money.ts'
import { behaviourOf } from './payment-methods.ts'

export type RefundWishes = {
  amount?: number | undefined
  reason?: string | null | undefined
  metadata?: Metadata | undefined
}

/** Seconds until a bank says what became of a refund that it did not answer at once. */
const SETTLES_AFTER = 60

/** What may be given back, in minor units; refused as Stripe does when that is nothing. */
function refundable(world: World, charge: ChargeRow, wanted: number | undefined): number {
  const left = charge.amount_captured - charge.amount_refunded
  if (charge.status === 'failed') {
    const what =
      charge.payment_intent === null ? `Charge (${charge.id})` : `PaymentIntent (${charge.payment_intent})`
    throw invalidRequest(`This ${what} does not have a successful charge to refund.`)
  }
  if (left <= 0) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw invalidRequest(message, undefined, 'charge_already_refunded')
  }
  if (!refundableDispute(world, charge)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
    throw invalidRequest(message, undefined, 'charge_disputed')
  }
  const amount = wanted ?? left
  if (amount < 1) {
    const message = 'This value must be greater than or equal to 1.'
    throw invalidRequest(message, 'amount', 'parameter_invalid_integer')
  }
  if (amount > left) {
    const [asked, rest] = [moneyText(amount, charge.currency), moneyText(left, charge.currency)]
    throw invalidRequest(
      `Refund amount (${asked}) is greater than unrefunded amount on charge (${rest})`,
      'amount',
    )
  }
  return amount
}

/** Gives money back on a charge, all of what is left or a part of it (minor units). */
export function refundCharge(world: World, charge: ChargeRow, wanted: RefundWishes): RefundRow {
  const amount = refundable(world, charge, wanted.amount)
  const now = timeFor(world, charge.customer)
  const bank = behaviourOf(world, charge.payment_method)
  const later = bank.kind === 'pays' ? bank.refunds : undefined
  const row = refundFrom(world, charge, { ...wanted, amount, isPending: later === 'pend' })
  create(world, 'refund', row, 'refund.created')
  const refunded = charge.amount_refunded + amount
  const patch = { amount_refunded: refunded, refunded: refunded >= charge.amount }
  change(world, 'charge', charge, patch, 'charge.refunded')
  if (later) schedule(world, 'refund.settle', row.id, now + SETTLES_AFTER, clockOf(world, charge.customer))
  return row
}

/** The bank's late word on a refund: a pending one has arrived, one that looked done comes back. */
export function settleRefund(world: World, row: RefundRow): void {
  if (row.status !== 'pending') return failRefund(world, row, 'lost_or_stolen_card')
  change(world, 'refund', row, { status: 'succeeded' }, 'refund.updated', 'charge.refund.updated')
}

/** A refund that failed: the charge counts as unrefunded again. */
function failRefund(world: World, row: RefundRow, reason: string): void {
  if (row.status === 'failed') return
  const charge = world.store.get('charge', row.charge)
  const patch = {
    status: 'failed',
    failure_reason: reason,
    failure_balance_transaction: world.ids.next('txn'),
  }
  change(world, 'refund', row, patch, 'refund.updated', 'refund.failed', 'charge.refund.updated')
  if (!charge) return
  const refunded = { amount_refunded: charge.amount_refunded - row.amount, refunded: false }
  change(world, 'charge', charge, refunded, 'charge.updated')
}
