import { change, create, emit } from '../core/events.ts'
import type { ChargeRow, DisputeRow } from '../core/rows.ts'
import { clockOf, schedule, unschedule } from '../core/timers.ts'
import { timeFor, type World } from '../core/world.ts'
import { adjustment, chargebackPatch, inquiryFrom } from '../objects/dispute.ts'

const customerOf = (world: World, row: DisputeRow) => world.store.get('charge', row.charge)?.customer

/** The cardholder disputes a charge and the money is taken at once; an inquiry only asks first. */
export function openDispute(world: World, charge: ChargeRow, reason: string, asksFirst = false): DisputeRow {
  const now = timeFor(world, charge.customer)
  const inquiry = inquiryFrom(world, charge, reason, now)
  const row = asksFirst ? inquiry : { ...inquiry, ...chargebackPatch(world, inquiry, now) }
  change(world, 'charge', charge, { disputed: true }, 'charge.updated')
  create(world, 'dispute', row, 'charge.dispute.created')
  if (!asksFirst) emit(world, 'charge.dispute.funds_withdrawn', row)
  const due = row.evidence_details.due_by
  if (due !== null) schedule(world, 'dispute.due', row.id, due, clockOf(world, charge.customer))
  return row
}

/** Whether no dispute has taken the money of this charge (or one was won): then it can be refunded. */
export const refundableDispute = (world: World, charge: ChargeRow): boolean =>
  !charge.disputed ||
  world.store.all('dispute').every((row) => row.charge !== charge.id || row.is_charge_refundable)

const CLOSED = ['lost', 'warning_closed', 'won']
export const isClosed = (row: DisputeRow): boolean => CLOSED.includes(row.status)
const isInquiry = (row: DisputeRow): boolean => row.status.startsWith('warning_')

/** What the shop says goes to the bank, which from then on reviews it. */
export function submitEvidence(
  world: World,
  row: DisputeRow,
  given: Pick<DisputeRow, 'evidence' | 'evidence_details' | 'metadata'>,
): DisputeRow {
  unschedule(world, 'dispute.due', row.id)
  const evidence_details = {
    ...given.evidence_details,
    submission_count: row.evidence_details.submission_count + 1,
    submission_method: 'manual',
  }
  const status = isInquiry(row) ? 'warning_under_review' : 'under_review'
  return change(world, 'dispute', row, { ...given, evidence_details, status }, 'charge.dispute.updated')
}

/** An inquiry becomes a chargeback: the money is taken after all. */
export function escalateInquiry(world: World, row: DisputeRow): DisputeRow {
  if (!isInquiry(row) || isClosed(row)) return row
  const patch = chargebackPatch(world, row, timeFor(world, customerOf(world, row)))
  const next = change(world, 'dispute', row, patch, 'charge.dispute.updated')
  emit(world, 'charge.dispute.funds_withdrawn', next)
  return next
}

/** The end of a dispute; a won one gives the money back, and an inquiry ends without a winner. */
export function closeDispute(world: World, row: DisputeRow, verdict: 'won' | 'lost'): DisputeRow {
  unschedule(world, 'dispute.due', row.id)
  if (isInquiry(row))
    return change(world, 'dispute', row, { status: 'warning_closed' }, 'charge.dispute.closed')
  if (verdict === 'lost') return change(world, 'dispute', row, { status: 'lost' }, 'charge.dispute.closed')
  const back = adjustment(world, row, 1, timeFor(world, customerOf(world, row)))
  const won = {
    balance_transactions: [...row.balance_transactions, back],
    is_charge_refundable: true,
    status: 'won',
  }
  return change(world, 'dispute', row, won, 'charge.dispute.funds_reinstated', 'charge.dispute.closed')
}

/** Nobody answered in time. */
export function forfeitDispute(world: World, row: DisputeRow): void {
  if (!row.status.endsWith('needs_response')) return
  const evidence_details = { ...row.evidence_details, past_due: true }
  closeDispute(world, { ...row, evidence_details }, 'lost')
}
