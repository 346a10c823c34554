import { whoMay } from '@paidup/api'
import { faultsOf, type Db } from '@paidup/db'
import { APIError } from 'better-auth'

/**
 * The client that better-auth writes with: where a trigger refuses a change of members, better-auth's answer has the
 * reason in it and is no fault of ours. The transaction is rolled back as by any error, and an invitation stays open.
 */
export function withMembershipRefusals(db: Db) {
  return db.$extends({
    query: {
      member: {
        $allOperations: async ({ args, query }) => {
          try {
            return await query(args)
          } catch (error) {
            throw refusalOf(error) ?? error
          }
        },
      },
    },
  })
}

/** By the SQLSTATE that the trigger raises, with what to do. */
const REFUSALS: Record<string, { status: 'CONFLICT' | 'BAD_REQUEST'; code: string; advice: string }> = {
  PU001: {
    status: 'CONFLICT',
    code: 'NO_SEAT_LEFT',
    advice: `Ask ${whoMay('change')} of it to add a seat, and then try again.`,
  },
  PU002: {
    status: 'BAD_REQUEST',
    // As better-auth calls it, where it has seen so itself.
    code: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
    advice: 'Make another member an owner first.',
  },
}

function refusalOf(error: unknown): APIError | undefined {
  for (const { codes, message } of faultsOf(error)) {
    const refusal = codes.map((code) => REFUSALS[code]).find((found) => found !== undefined)
    if (!refusal) continue
    const { status, code, advice } = refusal
    return new APIError(status, { code, message: `${message} ${advice}` })
  }
  return undefined
}
