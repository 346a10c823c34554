import { randomUUID } from 'node:crypto'
import type {} from '@paidup/db/testing'
import type { TestProject } from 'vitest/node'
import { dropDatabases, ensureTemplate } from './template.ts'
import { testServer } from './test-postgres.ts'

/**
 * Once per run of the database tests: a server and a migrated template on it. The server is that of
 * TEST_DATABASE_URL if given, whose role must be allowed to create databases, or else an embedded one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServer()
  const { url } = server
  const prefix = `paidup_test_${randomUUID().slice(0, 8)}_`
  project.provide('testServer', { url, template: await ensureTemplate(url), prefix })
  return async () => {
    await dropDatabases(url, prefix)
    await server.stop()
  }
}
