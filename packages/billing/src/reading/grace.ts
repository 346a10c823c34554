import type { EntitlementRow } from '../sql/parts/entitlement-row.ts'

/** Days that access stays after a renewal was due and its payment failed. */
const GRACE_DAYS = 7

/**
 * Grace counts from when the open invoice could not be paid first, which may be in mid-period (more seats), or from
 * the start of the period, where that is later: a failed renewal leaves the subscription in the new, unpaid period.
 * Both come from Stripe, so the answer is the same in whatever order events came.
 */
export function graceEndOf(row: EntitlementRow): Date | null {
  const starts = [row.overdueSince, periodStartOf(row)].filter((start) => start !== null)
  if (starts.length === 0) return null
  const end = new Date(Math.max(...starts.map((start) => start.getTime())))
  end.setUTCDate(end.getUTCDate() + GRACE_DAYS)
  return end
}

/** One interval before the period's end, or the last day of a month that is too short for it. */
function periodStartOf(row: EntitlementRow): Date | null {
  if (!row.currentPeriodEnd) return null
  const end = new Date(row.currentPeriodEnd)
  const months = row.interval === 'year' ? 12 : 1
  const day = end.getUTCDate()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, lastDay))
  return end
}
