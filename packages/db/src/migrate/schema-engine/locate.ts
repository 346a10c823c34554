import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * The environment variable that has Prisma's CLI use our schema engine, or nothing where the native engine has been
 * downloaded. Without either, every command of the CLI tries that download first, `generate` too.
 */
export function schemaEngineEnv(): { PRISMA_SCHEMA_ENGINE_BINARY?: string } {
  const fromPrisma = createRequire(createRequire(import.meta.url).resolve('prisma/package.json'))
  const enginesFolder = path.dirname(fromPrisma.resolve('@prisma/engines/package.json'))
  const hasNativeEngine = readdirSync(enginesFolder).some((file) => file.startsWith('schema-engine-'))
  if (hasNativeEngine) return {}
  return { PRISMA_SCHEMA_ENGINE_BINARY: path.join(import.meta.dirname, 'engine') }
}
