import { inTransaction, type Db } from '@paidup/db'
import { Gatherer } from './delivery/gatherer.ts'
import type { Handled } from './delivery/outcome.ts'
import { isLockFault, isPassingFault } from './errors.ts'
import { claimAndApplySubscriptions } from './handlers/subscription.ts'
import { CLAIM_WAIT } from './sql/claim-event.ts'
import type { SubscriptionEvent } from './sql/write-subscription-events.ts'

/** Events of one transaction at most: past that, a commit and its round trips are the smaller part of what one costs. */
const MOST = 32

/**
 * Transactions at the same time. More of many events would each have fewer, and cost more together; some connections
 * are left to events of other kinds.
 */
const AT_ONCE = { together: 3, alone: 2, patiently: 3 }

/** Milliseconds to wait for a lock. Who is held up for longer does it where nobody else waits for that. */
const BRIEF_WAIT = 200

/** Takes the events of subscriptions into the database, several in one transaction when they come in a burst. */
export type Intake = Gatherer<SubscriptionEvent, Handled | { outcome: 'duplicate' }>

/** One for a process, which hands it all its deliveries. */
export function createIntake(db: Db): Intake {
  const apply = (events: readonly SubscriptionEvent[], isPatient: boolean) =>
    inTransaction(db, (tx) => claimAndApplySubscriptions(tx, events, isPatient ? CLAIM_WAIT : BRIEF_WAIT))
  return new Gatherer(apply, {
    most: MOST,
    atOnce: AT_ONCE,
    keysOf: ({ eventId, fields }) => [eventId, fields.stripeSubscriptionId, fields.stripeCustomerId],
    mayBeOfOne: (error) => isLockFault(error) || !isPassingFault(error),
    isHeldUp: isLockFault,
  })
}
