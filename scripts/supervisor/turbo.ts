import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { root } from '../root.ts'
import { runCommand } from './command.ts'

/** Runs tasks of turbo.json; what has not changed since it last ran comes from the cache. */
export function turbo(signal: AbortSignal, ...tasks: string[]): Promise<string> {
  const args = ['run', ...tasks, '--output-logs=errors-only']
  // Turbo asks pnpm for the workspace. Started by pnpm, we have it in the path; a person who runs a script alone may not.
  const command = path.join(root, 'node_modules/.bin/turbo')
  return runCommand({
    name: `turbo ${tasks.join(' ')}`,
    command: isInPath('pnpm') ? [command, ...args] : ['npx', '-y', 'pnpm@10.34.8', 'exec', command, ...args],
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    signal,
  })
}

function isInPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
