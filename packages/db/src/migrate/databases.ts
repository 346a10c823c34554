import pg from 'pg'
import { databaseName, withDatabase } from './database-url.ts'

/** duplicate_database, and unique_violation when another session creates it at the same moment. */
const existsAlready = ['42P04', '23505']

/** Creates the database the connection string names, unless it is there. */
export async function ensureDatabase(url: string): Promise<void> {
  try {
    await onServer(url, (client, name) => client.query(`CREATE DATABASE ${name}`))
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && existsAlready.includes(error.code ?? ''))) throw error
  }
}

/** Drops the database the connection string names, if it exists, and whoever is connected to it. */
export function dropDatabase(url: string): Promise<void> {
  return onServer(url, (client, name) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
}

async function onServer(
  url: string,
  run: (client: pg.Client, quotedName: string) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  await client.connect()
  try {
    await run(client, pg.escapeIdentifier(databaseName(url)))
  } finally {
    await client.end()
  }
}
