import { remembered, type Db } from '@paidup/db'
import { selectAreTicketsBehind } from '../sql/select-are-tickets-behind.ts'

/** What to say of a sequence of read tickets that would let no re-read win any more, and what to type. */
export const TICKETS_BEHIND =
  'The read tickets are behind the rows, so that no re-read is written: run ' +
  "SELECT setval('read_ticket', (SELECT max(read_ticket) FROM plan_entitlements));"

/** Milliseconds that a good answer holds: it needs a look at every row, and only a backup put back can change it. */
const FRESH = 60_000

/**
 * A check for a sequence that is behind the rows, as after a restore of one without the other.
 * @returns a function that tells each fault as a sentence that says what to do. Empty: none
 */
export function createTicketCheck(db: Db): () => Promise<string[]> {
  return remembered(
    async () => ((await selectAreTicketsBehind(db)) ? [TICKETS_BEHIND] : []),
    (faults) => (faults.length > 0 ? 0 : FRESH),
  )
}
