/** Runs a step and prints a line with its time when it is done. `done` may say more than `name`. */
export async function step<T>(
  name: string,
  work: () => Promise<T>,
  done?: (result: T) => string,
): Promise<T> {
  const start = performance.now()
  const result = await work()
  printStep('✓', start, done?.(result) ?? name)
  return result
}

/** One line of progress: a mark, the seconds since `start`, the text. */
export function printStep(mark: '✓' | '✗', start: number, text: string): void {
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${mark} ${seconds.padStart(6)} s  ${text}`)
}
