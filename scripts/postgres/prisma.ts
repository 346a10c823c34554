import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { root } from '../root.ts'

const execFileAsync = promisify(execFile)
const cli = createRequire(import.meta.url).resolve('prisma/build/index.js')

/**
 * Runs a command of Prisma's CLI on a database.
 * @returns what it printed
 * @throws Error with everything it printed when it exits with another code than 0
 */
export async function prisma(url: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: url, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' }
  try {
    const { stdout } = await execFileAsync(process.execPath, [cli, ...args], { cwd: root, env })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`prisma ${args.join(' ')} failed:\n${stdout}${stderr}`.trimEnd(), { cause: error })
  }
}
