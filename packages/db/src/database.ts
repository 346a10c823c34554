import { PrismaPg } from '@prisma/adapter-pg'
import { Prisma, PrismaClient } from './generated/client.ts'

export type Db = PrismaClient

declare const insideTransaction: unique symbol

/**
 * A client that is inside a transaction. Branded, because `PrismaClient` is otherwise assignable to Prisma's
 * transaction type, and a statement sent through it would run on another connection and commit by itself.
 */
export type Tx = Prisma.TransactionClient & { readonly [insideTransaction]: true }

export type DatabaseOptions = {
  url: string
  /** Connections at most. Default 10. */
  poolSize?: number
  /** Milliseconds to wait for a free connection before the caller gets an error. Default 5000. */
  connectTimeout?: number
}

/**
 * Opens a pool. Nothing connects until the first query; `db.$disconnect()` closes it.
 *
 * The session time zone is set to UTC for every connection: the adapter writes and reads instants without an
 * offset, and on a server with another time zone each would be off by it (adapter-pg `formatDateTime`,
 * `normalize_timestamptz`). `readinessFaults` checks that a pooler in between did not drop the setting.
 */
export function createDatabase({ url, poolSize = 10, connectTimeout = 5000 }: DatabaseOptions): Db {
  const adapter = new PrismaPg({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    options: '-c TimeZone=UTC',
  })
  return new PrismaClient({ adapter })
}

/**
 * Milliseconds: to get a connection, and then for the whole transaction. Either ends in an error and a rollback.
 * Together they stay within the 10 s that Stripe's Checkout waits for an answer before it redirects the shopper.
 */
const LIMITS = { maxWait: 5000, timeout: 5000 }

/**
 * Runs `work` in one interactive transaction at READ COMMITTED. When `work` throws, everything is rolled back.
 *
 * READ COMMITTED on purpose: an `ON CONFLICT … WHERE` must see the newest committed row. At a higher level it
 * would fail with a serialization error instead, and each concurrent duplicate would become a 500.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.$transaction((tx) => work(tx as Tx), {
    isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
    ...LIMITS,
  })
}
