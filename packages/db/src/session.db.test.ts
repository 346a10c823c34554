import { beforeEach, expect, it } from 'vitest'
import { createDatabase, inTransaction, type Db } from './index.ts'
import { createTestDatabase } from './testing/index.ts'

let url: string
let db: Db
beforeEach(async () => {
  const database = await createTestDatabase()
  url = database.url
  db = createDatabase({ url, poolSize: 1 })
  return async () => {
    await db.$disconnect()
    await database.drop()
  }
})

/** The server process behind the pool's one connection. */
async function backend(): Promise<number> {
  const [{ pid }] = await db.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`
  return pid
}
const write = () => db.processedEvent.create({ data: { provider: 'stripe', eventId: 'evt', eventType: 'x' } })

it('keeps a connection whose statement failed inside a transaction', async () => {
  const before = await backend()
  await expect(inTransaction(db, (tx) => tx.$queryRaw`SELECT 1/0`)).rejects.toThrow()
  expect(await backend()).toBe(before)
})

it('drops one that was told inside a transaction that it is read-only', async () => {
  const before = await backend()
  const refused = inTransaction(db, async (tx) => {
    await tx.$executeRaw`SET TRANSACTION READ ONLY`
    await tx.processedEvent.deleteMany()
  })
  await expect(refused).rejects.toThrow()
  expect(await backend()).not.toBe(before)
})

it('keeps none that began read-only, though it was only read with', async () => {
  const name = new URL(url).pathname.slice(1)
  await db.$executeRawUnsafe(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`)
  await db.$disconnect()
  await inTransaction(db, (tx) => tx.processedEvent.count())
  await inTransaction(db, async (tx) => {
    await tx.$executeRaw`SET TRANSACTION READ WRITE`
    await tx.$executeRawUnsafe(`ALTER DATABASE "${name}" RESET default_transaction_read_only`)
  })
  await write()
})
