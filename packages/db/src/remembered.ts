/**
 * Asks once for all who call meanwhile, and remembers the answer for a while.
 * @param lifetime milliseconds that an answer is good for
 * @param now milliseconds of a clock that only goes on
 * @returns a function that rejects when `ask` does; that is not remembered
 */
export function remembered<T>(
  ask: () => Promise<T>,
  lifetime: (answer: T) => number,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let underWay: Promise<T> | undefined
  let known: { answer: T; until: number } | undefined
  return () => {
    if (known && now() < known.until) return Promise.resolve(known.answer)
    underWay ??= ask()
      .then((answer) => {
        known = { answer, until: now() + lifetime(answer) }
        return answer
      })
      .finally(() => (underWay = undefined))
    return underWay
  }
}
