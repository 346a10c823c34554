import { z } from 'zod'
import { closeDispute } from '../billing/disputes.ts'
import { noSuch } from '../core/errors.ts'
import { change } from '../core/events.ts'
import { mergeMetadata } from '../core/fields.ts'
import type { DisputeRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { flag, listParams, metadata, params, text } from '../http/params.ts'
import { route, type Call } from '../http/route.ts'

const updateParams = params({
  evidence: z.record(z.string(), z.unknown()).optional(),
  metadata: metadata.optional(),
  submit: flag.optional(),
})

function disputeOf(world: World, id: string): DisputeRow {
  const row = world.store.get('dispute', id)
  if (!row) throw noSuch('dispute', id)
  return row
}

/** Evidence `winning_evidence` or `losing_evidence` decides a dispute, as in Stripe's test mode. */
function update({ world, params: wanted, path }: Call<z.infer<typeof updateParams>>): DisputeRow {
  const row = disputeOf(world, path())
  const evidence = { ...row.evidence, ...wanted.evidence }
  const isSubmitted = wanted.evidence !== undefined && wanted.submit !== false
  const next = change(
    world,
    'dispute',
    row,
    {
      evidence,
      metadata: mergeMetadata(row.metadata, wanted.metadata),
      evidence_details: {
        ...row.evidence_details,
        has_evidence: row.evidence_details.has_evidence || wanted.evidence !== undefined,
        submission_count: row.evidence_details.submission_count + (isSubmitted ? 1 : 0),
      },
      status: isSubmitted ? 'under_review' : row.status,
    },
    'charge.dispute.updated',
  )
  if (evidence.uncategorized_text === 'winning_evidence') return closeDispute(world, next, 'won')
  if (evidence.uncategorized_text === 'losing_evidence') return closeDispute(world, next, 'lost')
  return next
}

export const disputeRoutes = [
  route(
    'GET',
    '/v1/disputes',
    listParams({ charge: text.optional(), payment_intent: text.optional() }),
    ({ world, params: wanted, url }) => {
      const seen = world.store
        .all('dispute')
        .filter(
          (row) =>
            (wanted.charge ?? row.charge) === row.charge &&
            (wanted.payment_intent ?? row.payment_intent) === row.payment_intent,
        )
      return page(url, seen, wanted)
    },
  ),
  route('GET', '/v1/disputes/:id', params({}), ({ world, path }) => disputeOf(world, path())),
  route('POST', '/v1/disputes/:id', updateParams, update),
  route('POST', '/v1/disputes/:id/close', params({}), ({ world, path }) =>
    closeDispute(world, disputeOf(world, path()), 'lost'),
  ),
]
