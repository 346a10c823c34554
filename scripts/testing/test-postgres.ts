import path from 'node:path'
import { startPostgres, type PostgresServer } from '../postgres/server.ts'
import { dataFolder } from '../root.ts'
import { dropDatabases } from './template.ts'

/** Starts the tests' own PostgreSQL, or joins it. It keeps nothing but the template: what a killed run left goes. */
export async function startTestPostgres(): Promise<PostgresServer> {
  const server = await startPostgres({ folder: path.join(dataFolder, 'test-postgres'), fsync: false })
  if (server.wasStarted) await dropDatabases(server.url('postgres'), 'paidup_test_')
  return server
}
