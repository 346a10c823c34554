import { randomUUID } from 'node:crypto'
import { migrationsFingerprint, withDatabase } from '@paidup/db/migrate'
import pg from 'pg'
import { migrateDatabase } from '../postgres/prisma.ts'

/**
 * The migrated database that test databases are copied from. It is kept on the server as long as the migrations
 * stay as they are.
 * @param serverUrl connection string of a database whose role may create others
 * @returns its name
 */
export async function ensureTemplate(serverUrl: string): Promise<string> {
  const name = `paidup_template_${migrationsFingerprint()}`
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    if (await exists(client, name)) return name
    // Under its name only when it is whole, and another run may be making it too.
    const unfinished = `${name}_${randomUUID().slice(0, 8)}`
    await migrateDatabase(withDatabase(serverUrl, unfinished), new AbortController().signal)
    await client.query(`ALTER DATABASE "${unfinished}" RENAME TO "${name}"`).catch(async (error: unknown) => {
      await client.query(`DROP DATABASE "${unfinished}" WITH (FORCE)`)
      if (!(await exists(client, name))) throw error
    })
    return name
  } finally {
    await client.end()
  }
}

/** Drops every database whose name begins so. */
export async function dropDatabases(serverUrl: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`)
  } finally {
    await client.end()
  }
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
  return rowCount === 1
}
