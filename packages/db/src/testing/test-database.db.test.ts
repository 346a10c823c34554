import { expect, it } from 'vitest'
import { createDatabase } from '../index.ts'
import { createTestDatabase } from './index.ts'

it('gives each caller an empty, migrated database of its own', async () => {
  const databases = await Promise.all([createTestDatabase(), createTestDatabase()])
  const first = createDatabase({ url: databases[0].url })
  const second = createDatabase({ url: databases[1].url })
  await first.processedEvent.create({ data: { provider: 'stripe', eventId: 'evt_1', eventType: 'x' } })
  expect(await first.processedEvent.count()).toBe(1)
  expect(await second.processedEvent.count()).toBe(0)
  expect(await second.$queryRaw`SELECT nextval('processed_events_id_seq')::int AS id`).toEqual([{ id: 1 }])
  await Promise.all([first.$disconnect(), second.$disconnect()])
  await Promise.all(databases.map((database) => database.drop()))
})

it('drops a database that is still in use', async () => {
  const database = await createTestDatabase()
  const db = createDatabase({ url: database.url })
  await db.processedEvent.count()
  await database.drop()
  await expect(db.processedEvent.count()).rejects.toThrow()
  await db.$disconnect()
})
