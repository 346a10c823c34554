import { createRequire } from 'node:module'
import { runCommand } from '../supervisor/command.ts'

const cli = createRequire(import.meta.url).resolve('prisma/build/index.js')

/**
 * Runs a command of Prisma's CLI on a database.
 * @returns what it printed
 * @throws CommandError with everything it printed when it exits with another code than 0
 */
export function prisma(url: string, signal: AbortSignal, ...args: string[]): Promise<string> {
  return runCommand({
    name: `prisma ${args.join(' ')}`,
    command: [process.execPath, cli, ...args],
    env: { ...process.env, DATABASE_URL: url, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' },
    signal,
  })
}
