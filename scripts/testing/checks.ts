import path from 'node:path'
import { prisma } from '../postgres/prisma.ts'
import { root } from '../root.ts'
import { runCommand } from '../supervisor/command.ts'

/** A step that passes or fails as a whole. It throws a CommandError when it fails. */
export interface Check {
  name: string
  run(signal: AbortSignal): Promise<unknown>
}

/** Where the rooms of `.dependency-cruiser.cjs` are; what its table does not name is passed over. */
const LAYERED = ['apps', 'packages']

/** @param serverUrl a PostgreSQL on which a shadow database may be created */
export function checks(serverUrl: string): Check[] {
  return [
    bin('Format', 'prettier', '--check', '.', '--log-level', 'warn'),
    bin('Types and lint', 'oxlint'),
    bin('Layers', 'depcruise', '--output-type', 'err', ...LAYERED),
    bin('Dead code', 'knip'),
    { name: 'Schema drift', run: (signal) => findDrift(serverUrl, signal) },
  ]
}

/** Fails when the migrations, run on an empty database, do not make what the schema says. */
function findDrift(serverUrl: string, signal: AbortSignal): Promise<string> {
  const fromTo = ['--from-migrations', 'prisma/migrations', '--to-schema', 'prisma/schema.prisma']
  return prisma(serverUrl, signal, 'migrate', 'diff', ...fromTo, '--exit-code')
}

function bin(name: string, program: string, ...args: string[]): Check {
  const command = path.join(root, 'node_modules', '.bin', program)
  return { name, run: (signal) => runCommand({ name, command: [command, ...args], signal }) }
}
