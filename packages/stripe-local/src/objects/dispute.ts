import type { ChargeRow, DisputeRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'

const DAY = 86_400
/** What Stripe keeps for a dispute, in minor units. */
const FEE = 1500
/** What the card network calls each reason. */
const networkCodes: Record<string, string> = {
  fraudulent: '10.4',
  product_not_received: '13.1',
  general: '10',
}

const blankEvidence: DisputeRow['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** An inquiry about a charge: nothing is taken yet, and the charge can still be refunded. */
export function inquiryFrom(world: World, charge: ChargeRow, reason: string, now: number): DisputeRow {
  const brand = charge.payment_method_details?.card?.brand ?? 'visa'
  const network_reason_code = networkCodes[reason] ?? '10.4'
  return {
    id: world.ids.next('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: blankEvidence,
    evidence_details: {
      due_by: now + 9 * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: true,
    livemode: false,
    metadata: {},
    network_reason_code,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: { brand, case_type: 'inquiry', network: brand, network_reason_code },
    },
    reason,
    status: 'warning_needs_response',
  }
}

/** What makes a chargeback of an inquiry: the money and the fee are taken, and no refund is possible. */
export function chargebackPatch(world: World, row: DisputeRow, now: number): Partial<DisputeRow> {
  const details = row.payment_method_details
  return {
    balance_transactions: [adjustment(world, row, -1, now)],
    is_charge_refundable: false,
    ...(details?.card
      ? { payment_method_details: { ...details, card: { ...details.card, case_type: 'chargeback' } } }
      : {}),
    status: 'needs_response',
  }
}

/** Money that a dispute takes (-1, with the fee) or gives back (1). */
export function adjustment(
  world: World,
  row: DisputeRow,
  sign: 1 | -1,
  now: number,
): DisputeRow['balance_transactions'][number] {
  const fee = sign === -1 ? FEE : 0
  return {
    id: world.ids.next('txn'),
    object: 'balance_transaction',
    amount: sign * row.amount,
    available_on: now,
    balance_type: 'payments',
    created: now,
    currency: row.currency,
    description: `Chargeback ${sign === -1 ? 'withdrawal' : 'reversal'} for ${row.charge}`,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency: row.currency,
            description: 'Dispute fee',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: sign * row.amount - fee,
    reporting_category: sign === -1 ? 'dispute' : 'dispute_reversal',
    source: row.id,
    status: 'available',
    type: 'adjustment',
  }
}
