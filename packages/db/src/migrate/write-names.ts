import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { migrationNames } from './migrations.ts'

// A bundle has no folder of migrations beside it: the names that the readiness check looks for are part of the code.
const file = path.join(import.meta.dirname, '../generated/migration-names.ts')
writeFileSync(file, `export const neededMigrations: string[] = ${JSON.stringify(migrationNames())}\n`)
