import pg from 'pg'
import { databaseName, withDatabase } from './database-url.ts'

/** Creates the database the connection string names. Fails when it exists (SQLSTATE 42P04). */
export function createDatabase(url: string): Promise<void> {
  return onServer(url, (client, name) => client.query(`CREATE DATABASE ${name}`))
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
