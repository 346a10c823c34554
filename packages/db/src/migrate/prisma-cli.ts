import { createRequire } from 'node:module'

/** A program to run: whoever runs it adds its own environment, and rejects when it does not exit with 0. */
export type PrismaProgram = { name: string; command: [string, ...string[]]; env: Record<string, string> }

/** Prisma's CLI with these arguments, on the database of that connection string. */
export function prismaCli(url: string, ...args: string[]): PrismaProgram {
  const cli = createRequire(import.meta.url).resolve('prisma/build/index.js')
  return {
    name: `prisma ${args.join(' ')}`,
    command: [process.execPath, cli, ...args],
    env: { DATABASE_URL: url, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  }
}
