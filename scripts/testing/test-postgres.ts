import path from 'node:path'
import { startPostgres } from '../postgres/server.ts'
import { dataFolder } from '../root.ts'
import { dropDatabases } from './template.ts'

export interface TestServer {
  /** Connection string of a database whose role may create others. */
  url: string
  /** Stops the server unless it is another's. */
  stop(): Promise<void>
}

/**
 * The PostgreSQL to test on: that of TEST_DATABASE_URL, or else an embedded one of the tests' own. Of the latter
 * nothing is kept but the template: what a run that was killed has left goes when it starts again.
 */
export async function testServer(): Promise<TestServer> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, stop: () => Promise.resolve() }
  const server = await startPostgres({ folder: path.join(dataFolder, 'test-postgres'), fsync: false })
  const url = server.url('postgres')
  if (server.wasStarted) await dropDatabases(url, 'paidup_test_')
  return { url, stop: () => server.stop() }
}
