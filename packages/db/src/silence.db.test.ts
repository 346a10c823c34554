import { beforeEach, expect, it, vi } from 'vitest'
import { createDatabase, inTransaction, type Db } from './index.ts'
import { createTestDatabase, openSilentLink, type SilentLink } from './testing/index.ts'

/** Milliseconds. Less than by default, because it is waited for. */
const LIMIT = 500

let admin: Db
let link: SilentLink
let db: Db
beforeEach(async () => {
  const database = await createTestDatabase()
  link = await openSilentLink(database.url)
  admin = createDatabase({ url: database.url, poolSize: 1 })
  db = createDatabase({
    url: link.url,
    poolSize: 1,
    transactionLimit: LIMIT,
    statementLimit: LIMIT,
    idleLimit: LIMIT,
  })
  return async () => {
    link.close()
    await Promise.all([db.$disconnect(), admin.$disconnect()])
    await database.drop()
  }
})

const claim = { data: { provider: 'stripe', eventId: 'evt', eventType: 'x' } }

/** The one connection is the pool's again: all that wants it gets it. */
const isWhole = () =>
  db.processedEvent.count().then(
    () => true,
    () => false,
  )

it.each<[string, (go: () => void) => Promise<unknown>]>([
  [
    'while a transaction waits for a statement',
    (go) =>
      inTransaction(db, async (tx) => {
        await tx.processedEvent.create(claim)
        go()
        await tx.processedEvent.count()
      }),
  ],
  [
    'before a transaction commits',
    (go) =>
      inTransaction(db, async (tx) => {
        await tx.processedEvent.create(claim)
        go()
      }),
  ],
  [
    'before a transaction begins',
    async (go) => {
      await db.processedEvent.count()
      go()
      await inTransaction(db, (tx) => tx.processedEvent.create(claim))
    },
  ],
  [
    'under a statement of no transaction',
    async (go) => {
      await db.processedEvent.count()
      go()
      await db.processedEvent.create(claim)
    },
  ],
])('gives a connection back whose link goes silent %s', async (_, work) => {
  await expect(work(() => link.goSilent())).rejects.toThrow()
  await vi.waitUntil(isWhole, { timeout: 10_000 })
  expect(await admin.processedEvent.count()).toBe(0)
})

it('lets go of the locks of a transaction whose link went silent', async () => {
  const broken = inTransaction(db, async (tx) => {
    await tx.processedEvent.create(claim)
    link.goSilent()
  })
  await expect(broken).rejects.toThrow()
  // Waits for whoever holds the claim.
  await admin.processedEvent.create(claim)
})
