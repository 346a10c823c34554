import { z } from 'zod'
import { closeDispute, escalateInquiry, isClosed, submitEvidence } from '../billing/disputes.ts'
import { invalidRequest, noSuch } from '../core/errors.ts'
import { change } from '../core/events.ts'
import { mergeMetadata } from '../core/fields.ts'
import type { DisputeRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { flag, text } from '../http/values.ts'

const updateParams = params({
  evidence: z.record(z.string(), z.unknown()).optional(),
  metadata: metadata.optional(),
  submit: flag.optional(),
})

function disputeOf(world: World, id: string): DisputeRow {
  const row = world.store.get('dispute', id)
  if (!row) throw noSuch('dispute', id, 'dispute')
  return row
}

function openDisputeOf(world: World, id: string): DisputeRow {
  const row = disputeOf(world, id)
  if (isClosed(row)) throw invalidRequest('This dispute is already closed')
  return row
}

/** Evidence of this text decides a dispute, as in Stripe's test mode (there a few seconds later). */
const verdicts: Record<string, (world: World, row: DisputeRow) => DisputeRow> = {
  winning_evidence: (world, row) => closeDispute(world, row, 'won'),
  losing_evidence: (world, row) => closeDispute(world, row, 'lost'),
  escalate_inquiry_evidence: escalateInquiry,
}

/** With `submit: false` evidence is only kept; it goes to the bank with the next update that submits. */
function update({ world, params: wanted, path }: Call<z.infer<typeof updateParams>>): DisputeRow {
  const row = openDisputeOf(world, path())
  const has_evidence = row.evidence_details.has_evidence || wanted.evidence !== undefined
  const patch = {
    evidence: { ...row.evidence, ...wanted.evidence },
    evidence_details: { ...row.evidence_details, has_evidence },
    metadata: mergeMetadata(row.metadata, wanted.metadata),
  }
  const submits = has_evidence && (wanted.submit ?? wanted.evidence !== undefined)
  if (!submits) return change(world, 'dispute', row, patch, 'charge.dispute.updated')
  const submitted = submitEvidence(world, row, patch)
  return verdicts[submitted.evidence.uncategorized_text ?? '']?.(world, submitted) ?? submitted
}

const filters = listParams({ charge: text.optional(), payment_intent: text.optional() })

export const disputeRoutes = [
  route('GET', '/v1/disputes', filters, ({ world, params: wanted, url }) => {
    const seen = world.store
      .all('dispute')
      .filter(
        (row) =>
          (wanted.charge ?? row.charge) === row.charge &&
          (wanted.payment_intent ?? row.payment_intent) === row.payment_intent,
      )
    return page(url, seen, wanted)
  }),
  route('GET', '/v1/disputes/:id', params({}), ({ world, path }) => disputeOf(world, path())),
  route('POST', '/v1/disputes/:id', updateParams, update),
  route('POST', '/v1/disputes/:id/close', params({}), ({ world, path }) =>
    closeDispute(world, openDisputeOf(world, path()), 'lost'),
  ),
]
