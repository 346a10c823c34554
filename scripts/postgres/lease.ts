import { realpathSync } from 'node:fs'
import pg from 'pg'

const leaseName = 'paidup-lease'

/**
 * A connection that says "I use this server", whoever started it. The last one out stops the server; one that
 * dies takes its lease with it.
 */
export interface Lease {
  /** Ends the lease. True when no other is left. */
  release(): Promise<boolean>
}

/** A lease on the server at `url` if it runs on our data directory, `undefined` if it is another or none. */
export async function takeLease(url: string, dataDirectory: string): Promise<Lease | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: leaseName })
  // The server may end before its lease does; that is nobody's fault here.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    if (realpathSync(rows[0]?.data_directory ?? '') === realpathSync(dataDirectory)) {
      return { release: () => release(client) }
    }
  } catch {
    // Not there, not ready, or not PostgreSQL: in any case not a server to lease.
  }
  await client.end().catch(() => undefined)
  return undefined
}

async function release(client: pg.Client): Promise<boolean> {
  try {
    const { rows } = await client.query<{ others: number }>(
      'SELECT count(*)::int AS others FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()',
      [leaseName],
    )
    return rows[0]?.others === 0
  } catch {
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}
