import { startProgram, type ProgramOptions } from './program.ts'

export class CommandError extends Error {
  constructor(
    name: string,
    how: string,
    readonly output: string,
  ) {
    super(`${name} failed (${how})`)
  }
}

/**
 * Runs a program to its end. When `signal` aborts, it is stopped, with all its children.
 * @returns what it printed
 * @throws CommandError with its output when it does not exit with 0
 */
export async function runCommand({
  signal,
  ...options
}: ProgramOptions & { signal: AbortSignal }): Promise<string> {
  signal.throwIfAborted()
  const program = startProgram(options)
  const stop = (): void => void program.stop()
  signal.addEventListener('abort', stop, { once: true })
  const { ok, how } = await program.ended
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if (!ok) throw new CommandError(options.name, how, program.output())
  return program.output()
}

/** What to tell a person of a failure: of a program that failed, all that it printed. */
export function explain(error: unknown): string {
  if (error instanceof CommandError) return `${error.output}\n${error.message}`
  return error instanceof Error ? error.message : String(error)
}
