import { inTransaction, type Db } from '@paidup/db'
import { Gatherer } from './delivery/gatherer.ts'
import type { Handled } from './delivery/outcome.ts'
import { isPassingFault, isLockFault } from './errors.ts'
import { claimAndApplySubscriptions } from './handlers/subscription.ts'
import { CLAIM_WAIT } from './sql/claim-event.ts'
import type { SubscriptionEvent } from './sql/write-subscription-events.ts'

/** Events of one transaction at most: past that, a commit and its round trips are the smaller part of what one costs. */
const MOST = 32

/** Transactions at the same time. More would each have fewer events, and cost more together. */
const AT_ONCE = 4

/** Of those that were held up, which hold a connection each for as long as they wait. */
const HELD_UP_AT_ONCE = 4

/** Milliseconds to wait for a lock: who has to wait for longer does it where it keeps nobody from a turn. */
const BATCH_WAIT = 200

/** Takes the events of subscriptions into the database, several in one transaction when they come in a burst. */
export type Intake = Gatherer<SubscriptionEvent, Handled | { outcome: 'duplicate' }>

/** One for a process, which hands it all its deliveries. */
export function createIntake(db: Db): Intake {
  return new Gatherer(
    (events, isPatient) =>
      inTransaction(db, (tx) => claimAndApplySubscriptions(tx, events, isPatient ? CLAIM_WAIT : BATCH_WAIT)),
    {
      most: MOST,
      atOnce: AT_ONCE,
      keysOf: ({ eventId, fields }) => [eventId, fields.stripeSubscriptionId, fields.stripeCustomerId],
      heldUpAtOnce: HELD_UP_AT_ONCE,
      isHeldUp: isLockFault,
      mayBeOfOne: (error) => isLockFault(error) || !isPassingFault(error),
    },
  )
}
