import type { Log } from '../deps.ts'
import type { SignatureFault } from './verify.ts'

/** Milliseconds within which so many make an alarm: one that is late alone says nothing of a clock. */
const WINDOW = 300_000
const SEVERAL = 3

/** Milliseconds from one line to the next. */
const PAUSE = 60_000

/** As many as a median needs, however fast they come. */
const KEPT = 100

type Skewed = { at: number; skew: number }

/**
 * Warns when deliveries that are rightly signed come with timestamps out of tolerance, one after the other: a clock
 * that is ten minutes fast refuses every event there is, each with no more than a 400.
 * @param now milliseconds of a clock that only goes on; the one in doubt may be set meanwhile
 * @returns what is to be told of each fault
 */
export function createSkewAlarm(
  log: Log,
  now: () => number = () => performance.now(),
): (fault: SignatureFault) => void {
  const lately: Record<string, Skewed[]> = {}
  const told: Record<string, number> = {}
  return (fault) => {
    if (!('skew' in fault)) return
    const time = now()
    const { kind, skew } = fault
    const before = (lately[kind] ?? []).filter(({ at }) => time - at < WINDOW)
    const all = [...before, { at: time, skew }].slice(-KEPT)
    lately[kind] = all
    if (all.length < SEVERAL || time - (told[kind] ?? -PAUSE) < PAUSE) return
    told[kind] = time
    const median = medianOf(all.map((one) => one.skew))
    const fields = { reason: kind, count: all.length, skew: median }
    if (kind === 'too_old') log.error(fields, tooOld(median))
    else log.warn(fields, inTheFuture(-median))
  }
}

const tooOld = (seconds: number) =>
  `rightly signed deliveries are refused as ${seconds} s too old: this machine's clock is that fast (check that it is ` +
  'synchronised), or somebody sends old deliveries again'

const inTheFuture = (seconds: number) =>
  `deliveries are signed ${seconds} s in the future: this machine's clock is slow (check that it is synchronised)`

function medianOf(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
