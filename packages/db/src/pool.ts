import pg from 'pg'
import { Session, type SessionLimits } from './session.ts'

export type PoolOptions = {
  url: string
  /** Connections at most. Default 10. */
  poolSize?: number
  /** Milliseconds to wait for a free connection before the caller gets an error. Default 4000. */
  connectTimeout?: number
  /** Milliseconds until a statement that is not answered costs the connection. Default 10,000. */
  statementLimit?: number
  /** Milliseconds after which PostgreSQL ends a transaction that is not gone on with. Default 10,000. */
  idleLimit?: number
}

/** Milliseconds after which an idle connection is probed. Node then asks once a second, ten times. */
const PROBED_AFTER = 10_000

/**
 * How every pool of ours is made.
 *
 * The session time zone is set to UTC for every connection: Prisma's adapter writes and reads instants without an
 * offset, and on a server with another time zone each would be off by it (adapter-pg `formatDateTime`,
 * `normalize_timestamptz`). Transactions begin at READ COMMITTED (`inTransaction` says why), also where the database
 * was set to another level. The readiness check tells when a pooler in between dropped the settings.
 */
export function poolConfig({
  url,
  poolSize = 10,
  connectTimeout = 4000,
  statementLimit = 10_000,
  idleLimit = 10_000,
}: PoolOptions): pg.PoolConfig {
  const limits: SessionLimits = { statementLimit, idleLimit }
  return {
    ...limits,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    options: '-c TimeZone=UTC -c default_transaction_isolation=read\\ committed',
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBED_AFTER,
    // It is given what the pool is given, the limits too.
    Client: Session as unknown as typeof pg.Client,
  }
}

/** A pool for who speaks to PostgreSQL without Prisma. Nothing connects until it is asked; `end` closes it. */
export function openPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool(poolConfig(options))
  // An idle connection that breaks has left the pool by then. Without a listener it would end the process.
  pool.on('error', () => undefined)
  return pool
}
