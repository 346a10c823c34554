import type { ChargeRow, PaymentIntentRow, PaymentMethodRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'

/** Why a bank refused. */
export type Refusal = { code: string; declineCode: string | null; message: string }
export type ChargeResult = { paid: true; captured: boolean } | { paid: false; refusal: Refusal }

/** The charge an attempt leaves behind, paid or refused. */
export function chargeFrom(
  world: World,
  intent: PaymentIntentRow,
  method: PaymentMethodRow,
  result: ChargeResult,
): ChargeRow {
  const id = world.ids.next('ch')
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: result.paid && result.captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: result.paid && result.captured ? world.ids.next('txn') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'LOCAL STRIPE',
    captured: result.paid && result.captured,
    created: timeFor(world, intent.customer),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: result.paid ? null : result.refusal.code,
    failure_message: result.paid ? null : result.refusal.message,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(result),
    paid: result.paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: result.paid ? `${world.url}/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: result.paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

const outcomeOf = (result: ChargeResult): ChargeRow['outcome'] => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: result.paid ? 'approved_by_network' : 'declined_by_network',
  reason: result.paid ? null : result.refusal.declineCode,
  risk_level: 'normal',
  risk_score: 20,
  seller_message: result.paid
    ? 'Payment complete.'
    : 'The bank did not return any further details with this decline.',
  type: result.paid ? 'authorized' : 'issuer_declined',
})

function detailsOf({ card, type }: PaymentMethodRow): ChargeRow['payment_method_details'] {
  if (!card) return { type }
  return {
    type,
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: card.regulated_status,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}
