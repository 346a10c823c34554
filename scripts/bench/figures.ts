/** The middle one of several figures. */
export function medianOf(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Seconds that some work takes. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** Figures by their unit and what they are of: `events/s`, `ms p99`, `ms node`. */
export type Figures = Record<string, number>

/**
 * Measures several contenders by turns, so that a machine that grows slower or faster meets all of them.
 * The first turn warms up and is not counted.
 * @param measure one round of a contender; gets the number of the round, 0 for the first
 * @returns of each contender the median of each figure
 */
export async function mediansByTurns<Name extends string>(
  rounds: number,
  contenders: Record<Name, (round: number) => Promise<Figures>>,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(contenders) as Name[]
  const measured = new Map<Name, Figures[]>(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const figures = await contenders[name](round)
      if (round > 0) measured.get(name)?.push(figures)
    }
  }
  return Object.fromEntries(names.map((name) => [name, mediansOf(measured.get(name) ?? [])])) as Record<
    Name,
    Figures
  >
}

function mediansOf(rounds: readonly Figures[]): Figures {
  const units = Object.keys(rounds[0] ?? {})
  return Object.fromEntries(
    units.map((unit) => [unit, medianOf(rounds.map((round) => round[unit] ?? Number.NaN))]),
  )
}
