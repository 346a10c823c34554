import type { ChargeRow, Metadata, RefundRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { inlineList } from './list.ts'

/** The refunds of a charge, newest first: a field of charges that is there when it is expanded. */
export function refundsOf(world: World, charge: string) {
  const rows = world.store.all('refund').filter((row) => row.charge === charge)
  return inlineList(rows.reverse(), `/v1/charges/${charge}/refunds`)
}

/** A new refund of a part of a charge, or of all of it; not yet stored. */
export function refundFrom(
  world: World,
  charge: ChargeRow,
  wanted: {
    amount: number
    isPending: boolean
    metadata?: Metadata | undefined
    reason?: string | null | undefined
  },
): RefundRow {
  return {
    id: world.ids.next('re'),
    object: 'refund',
    amount: wanted.amount,
    balance_transaction: world.ids.next('txn'),
    charge: charge.id,
    created: timeFor(world, charge.customer),
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
    status: wanted.isPending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
}
