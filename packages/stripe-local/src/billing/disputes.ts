import { change, create, emit } from '../core/events.ts'
import type { ChargeRow, DisputeRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'

const DAY = 86_400
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

/** The cardholder disputes a charge and the money is taken at once; an inquiry only asks first. */
export function openDispute(world: World, charge: ChargeRow, reason: string, isInquiry = false): DisputeRow {
  const now = timeFor(world, charge.customer)
  const row: DisputeRow = {
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
      submission_method: 'not_applicable',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
  change(world, 'charge', charge, { disputed: true }, 'charge.updated')
  create(
    world,
    'dispute',
    row,
    'charge.dispute.created',
    ...(isInquiry ? [] : ['charge.dispute.funds_withdrawn']),
  )
  return row
}

/** The end of a dispute; a won one gives the money back. */
export function closeDispute(world: World, row: DisputeRow, status: 'won' | 'lost'): DisputeRow {
  const closed = change(world, 'dispute', row, { status }, 'charge.dispute.updated', 'charge.dispute.closed')
  if (status === 'won') emit(world, 'charge.dispute.funds_reinstated', closed)
  return closed
}
