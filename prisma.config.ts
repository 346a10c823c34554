import { config as loadDotEnv } from 'dotenv'
import { defineConfig } from 'prisma/config'
import { embeddedDatabaseUrl } from './scripts/postgres/embedded.ts'
import { schemaEngineEnv } from './packages/db/src/migrate/schema-engine/locate.ts'

loadDotEnv({ quiet: true })
if (!process.env['PRISMA_SCHEMA_ENGINE_BINARY']) Object.assign(process.env, schemaEngineEnv())

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] || (embeddedDatabaseUrl() ?? '') },
})
