import { migrate, prismaCli } from '@paidup/db/migrate'
import { runCommand } from '../supervisor/command.ts'

/**
 * Runs a command of Prisma's CLI on a database.
 * @returns what it printed
 * @throws CommandError with everything it printed when it exits with another code than 0
 */
export function prisma(url: string, signal: AbortSignal, ...args: string[]): Promise<string> {
  return runPrisma(prismaCli(url, ...args), signal)
}

/** Creates the database if there is none and brings it up to date. @throws CommandError as `prisma` does */
export function migrateDatabase(url: string, signal: AbortSignal): Promise<void> {
  return migrate(url, (program) => runPrisma(program, signal))
}

function runPrisma({ env, ...program }: ReturnType<typeof prismaCli>, signal: AbortSignal): Promise<string> {
  return runCommand({ ...program, env: { ...process.env, ...env }, signal })
}
