import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Given by the global setup of the database tests. */
    testServer: {
      /** Connection string of a database whose role may create others. */
      url: string
      /** Name of a migrated database to copy. */
      template: string
      /** What the names of this run's databases begin with; whatever is left of them goes when the run ends. */
      prefix: string
    }
  }
}

export type TestDatabase = {
  url: string
  /** Drops it, and whoever is still connected. */
  drop: () => Promise<void>
}

/** A fresh, migrated PostgreSQL database for one test file or one test. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template, prefix } = inject('testServer')
  const name = `${prefix}${randomUUID().slice(0, 8)}`
  await onServer(url, `CREATE DATABASE "${name}" TEMPLATE "${template}"`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => onServer(url, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`) }
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
