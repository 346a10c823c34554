import { defineConfig } from 'prisma/config'
import { schemaEngineEnv } from './scripts/schema-engine/locate.ts'

if (!process.env['PRISMA_SCHEMA_ENGINE_BINARY']) Object.assign(process.env, schemaEngineEnv())

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // `generate` and `validate` need no database, so none is demanded here.
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
})
