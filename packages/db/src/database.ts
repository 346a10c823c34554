import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { PrismaClient, type Prisma } from './generated/client.ts'
import { poolConfig, type PoolOptions } from './pool.ts'
import { StatementNames } from './statement-names.ts'

export type Db = PrismaClient

declare const insideTransaction: unique symbol

/**
 * A client that is inside a transaction. Branded, because `PrismaClient` is otherwise assignable to Prisma's
 * transaction type, and a statement sent through it would run on another connection and commit by itself.
 */
export type Tx = Prisma.TransactionClient & { readonly [insideTransaction]: true }

export type DatabaseOptions = PoolOptions & {
  /**
   * Milliseconds that a transaction has to get a connection, and then as many for all of it. Either ends in an error
   * and a rollback. Default 5000: together they stay within the 10 s that Stripe's Checkout waits for an answer before
   * it redirects the shopper.
   */
  transactionLimit?: number
}

/**
 * Opens a pool. Nothing connects until the first query; `db.$disconnect()` closes it.
 *
 * The pool gives up before Prisma does: a connection that is handed to a transaction as it expires has BEGIN and
 * ROLLBACK sent over it, for nobody, while others wait.
 */
export function createDatabase({ transactionLimit = 5000, ...options }: DatabaseOptions): Db {
  const names = new StatementNames()
  const config = {
    ...poolConfig({ connectTimeout: 0.8 * transactionLimit, ...options }),
    onConnect: (client: pg.ClientBase) => names.learnFrom(client),
  }
  return new PrismaClient({
    adapter: new PrismaPg(config, { statementNameGenerator: ({ sql }) => names.nameOf(sql) }),
    transactionOptions: { maxWait: transactionLimit, timeout: transactionLimit },
  })
}

/**
 * Runs `work` in one interactive transaction at READ COMMITTED. When `work` throws, everything is rolled back.
 *
 * READ COMMITTED on purpose: an `ON CONFLICT … WHERE` must see the newest committed row. At a higher level it
 * would fail with a serialization error instead, and each concurrent duplicate would become a 500. Every session
 * begins so (`pool.ts`); asked for here, it would be a round trip of each transaction.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.$transaction((tx) => work(tx as Tx))
}
