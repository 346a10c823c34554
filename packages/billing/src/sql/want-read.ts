import { Prisma, type Tx } from '@paidup/db'
import { want } from './parts/want.ts'

/** What of Stripe's can be read by kind and id. */
export type ReadKind = 'subscription'

export type WantedRead = {
  kind: ReadKind
  objectId: string
  /** `settled` waits a little, for the burst that this may be part of; `at_once` is for a payload that could not decide. */
  when: 'settled' | 'at_once'
}

/** Wants one object read. */
export async function wantRead(tx: Tx, { kind, objectId, when }: WantedRead): Promise<void> {
  const isUrgent = when === 'at_once'
  await tx.$executeRaw(
    want(
      Prisma.sql`(VALUES (${kind}::text, ${objectId}::text, ${isUrgent}::boolean)) AS one (kind, object_id, is_urgent)`,
    ),
  )
}
