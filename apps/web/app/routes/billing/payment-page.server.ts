import type { PaymentLine } from '@paidup/billing'
import { TRPCError } from '@trpc/server'
import type { Member } from '../../api/member.server.ts'

/** Lines of one page. */
const LINES = 50

export type PaymentPage = {
  lines: PaymentLine[]
  /** The line after which older ones begin, by its business key; null where there are none. */
  olderAfter: string | null
  isNewest: boolean
}

/**
 * The page of the payments that a URL asks for, by the `before` of its query: the newest where it has none.
 * @param newest the newest payments, more than a page of them
 * @throws a Response of 404 where it names no line of the viewer's organization
 */
export async function paymentPage(
  api: Member['api'],
  { url }: Pick<Request, 'url'>,
  newest: readonly PaymentLine[],
): Promise<PaymentPage> {
  const before = new URL(url).searchParams.get('before')
  const found = before === null ? newest : await olderThan(api, before)
  const lines = found.slice(0, LINES)
  const olderAfter = found.length > LINES ? (lines.at(-1)?.businessKey ?? null) : null
  return { lines, olderAfter, isNewest: before === null }
}

async function olderThan(api: Member['api'], before: string): Promise<PaymentLine[]> {
  try {
    return await api.payments.list({ before, limit: LINES + 1 })
  } catch (error) {
    if (error instanceof TRPCError && ['NOT_FOUND', 'BAD_REQUEST'].includes(error.code))
      throw new Response(null, { status: 404 })
    throw error
  }
}
