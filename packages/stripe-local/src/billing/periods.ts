type Interval = { interval: string; interval_count: number }
const DAY = 86_400

/** `anchor` (Unix seconds) moved by whole periods; months keep the anchor's day where the month has it. */
export function movedBy(anchor: number, { interval, interval_count }: Interval, periods: number): number {
  const steps = interval_count * periods
  if (interval === 'day') return anchor + steps * DAY
  if (interval === 'week') return anchor + steps * 7 * DAY
  const from = new Date(anchor * 1000)
  const months = from.getUTCFullYear() * 12 + from.getUTCMonth() + (interval === 'year' ? steps * 12 : steps)
  const [year, month] = [Math.floor(months / 12), months % 12]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(from.getUTCDate(), lastDay)
  return Date.UTC(year, month, day, from.getUTCHours(), from.getUTCMinutes(), from.getUTCSeconds()) / 1000
}

/** The longest a period can be, in days: so many of them are never too many. */
const LONGEST: Record<string, number> = { day: 1, week: 7, month: 31, year: 366 }

/** The first end of a period after `instant`, counted from the anchor (which may lie ahead). */
export function periodEndAfter(anchor: number, instant: number, every: Interval): number {
  if (anchor > instant) return anchor
  const longest = (LONGEST[every.interval] ?? 366) * every.interval_count * DAY
  let periods = Math.floor((instant - anchor) / longest)
  while (movedBy(anchor, every, periods) <= instant) periods++
  return movedBy(anchor, every, periods)
}
