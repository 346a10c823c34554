import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '../../../../prisma/migrations')

/** Our migrations, by the names under which Prisma notes what it has applied. */
export function migrationNames(): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** A few characters that change with any migration, ours or graphile-worker's. */
export function migrationsFingerprint(): string {
  const hash = createHash('sha256')
  const worker = createRequire(import.meta.url)('graphile-worker/package.json') as { version: string }
  hash.update(worker.version)
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const whole = path.join(folder, file)
    if (statSync(whole).isFile()) hash.update(file).update(readFileSync(whole))
  }
  return hash.digest('hex').slice(0, 12)
}
