import { EMBEDDED_DATABASE_URL } from '@paidup/config'
import { databaseName } from '@paidup/db/migrate'
import { embeddedFolder } from '../postgres/embedded.ts'
import { migrateDatabase } from '../postgres/prisma.ts'
import { startPostgres } from '../postgres/server.ts'
import { step } from '../supervisor/steps.ts'

export interface ProductDatabase {
  url: string
  stop(): Promise<void>
}

/**
 * The database of DATABASE_URL if one is given, or else an embedded one; in both cases migrated. Local Stripe and the
 * real one have a database each: to one Stripe the customers of the other do not exist.
 */
export async function openDatabase(
  givenUrl: string | undefined,
  usesLocalStripe: boolean,
  signal: AbortSignal,
): Promise<ProductDatabase> {
  const name = databaseName(EMBEDDED_DATABASE_URL) + (usesLocalStripe ? '' : '_stripe')
  const database = givenUrl ? { url: givenUrl, stop: () => Promise.resolve() } : await startEmbedded(name)
  try {
    await step('Migrations', () => migrateDatabase(database.url, signal))
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function startEmbedded(name: string): Promise<ProductDatabase> {
  const server = await step(
    'PostgreSQL',
    () =>
      startPostgres({
        folder: embeddedFolder,
        wishedPort: Number(new URL(EMBEDDED_DATABASE_URL).port),
        fsync: true,
        endsWithUs: true,
      }),
    ({ port }) => `PostgreSQL on port ${port}`,
  )
  return { url: server.url(name), stop: () => server.stop() }
}
