import type { Db } from '@paidup/db'
import { RateLimiterPrisma, RateLimiterRes } from 'rate-limiter-flexible'

/** Seconds that a try counts, from the first one of its bucket on. */
const WINDOW = 15 * 60

/**
 * Failed tries that a bucket has room for in one window, far more than a person needs. What a success empties is what
 * only its own account or device fills; an address is shared, and gets back no more than the one try that was right.
 */
const BUCKETS = {
  /** Wrong passwords for one e-mail address, whether or not it has an account, from devices unknown to it. */
  account: { points: 10, isEmptiedBySuccess: true },
  /** Wrong passwords for one account from one device that has signed in to it before. */
  device: { points: 10, isEmptiedBySuccess: true },
  /** Wrong current passwords of one session that wants to change its password. */
  session: { points: 10, isEmptiedBySuccess: true },
  /** Wrong passwords for any account from one client address. */
  address: { points: 50, isEmptiedBySuccess: false },
  /** Sign-ups with e-mail addresses that are taken, from one client address: each tells who has an account. */
  taken: { points: 100, isEmptiedBySuccess: false },
}

export type Bucket = { of: keyof typeof BUCKETS; key: string }

/** A try that came too late: which bucket was full, and after how many seconds it is empty again. */
export type Refusal = { full: Bucket['of']; retryAfter: number }

/**
 * The tries of all processes, in the database. A try is counted before it is made, in one statement that adds and
 * returns, so that no number of them at once can pass; one that was no guess is given back.
 */
export function createLoginLimits(db: Db) {
  const limiterOf = (of: Bucket['of']) =>
    new RateLimiterPrisma({
      storeClient: db,
      tableName: 'loginAttempt',
      keyPrefix: of,
      points: BUCKETS[of].points,
      duration: WINDOW,
      // By a timer of each process, which would say on the console what went wrong.
      clearExpiredByTimeout: false,
    })
  const limiters = {
    account: limiterOf('account'),
    device: limiterOf('device'),
    session: limiterOf('session'),
    address: limiterOf('address'),
    taken: limiterOf('taken'),
  }

  /** Not the library's `reward`, which leaves less than nothing in a bucket that was emptied in between. */
  async function giveBack(buckets: Bucket[]): Promise<void> {
    for (const { of, key } of buckets) {
      await db.loginAttempt.updateMany({
        where: { key: limiters[of].getKey(key), points: { gt: 0 } },
        data: { points: { decrement: 1 } },
      })
    }
  }

  return {
    /** Counts a try in each bucket, in their order, or in none when one of them is full. */
    async take(buckets: Bucket[]): Promise<Refusal | undefined> {
      for (const [n, { of, key }] of buckets.entries()) {
        try {
          await limiters[of].consume(key)
        } catch (error) {
          if (!(error instanceof RateLimiterRes)) throw error
          await giveBack(buckets.slice(0, n))
          return { full: of, retryAfter: Math.ceil(error.msBeforeNext / 1000) }
        }
      }
    },

    giveBack,

    /** After a right password: what its account or device had failed is forgotten. */
    async succeed(buckets: Bucket[]): Promise<void> {
      await giveBack(buckets.filter(({ of }) => !BUCKETS[of].isEmptiedBySuccess))
      for (const { of, key } of buckets) if (BUCKETS[of].isEmptiedBySuccess) await limiters[of].delete(key)
    },

    /** Deletes what no longer counts. */
    async sweep(): Promise<void> {
      await db.loginAttempt.deleteMany({ where: { expire: { lt: new Date() } } })
    },
  }
}
