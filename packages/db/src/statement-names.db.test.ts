import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, inTransaction } from './index.ts'
import { StatementNames } from './statement-names.ts'
import { createTestDatabase } from './testing/index.ts'

let url: string
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ url, drop } = await createTestDatabase())
})
afterAll(() => drop())

it('keeps a statement prepared, by its text, on a connection to the server itself', async () => {
  const db = createDatabase({ url, poolSize: 1 })
  for (let n = 0; n < 3; n += 1) await inTransaction(db, (tx) => tx.$queryRaw`SELECT ${n}::int AS kept`)
  const kept = await db.$queryRaw`
    SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE statement LIKE '%AS kept'`
  expect(kept).toEqual([{ runs: 3n }])
  await db.$disconnect()
})

it('gives no name once a connection was made to who speaks for the server', async () => {
  const names = new StatementNames()
  expect(names.nameOf('SELECT 1')).toBe('')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await names.learnFrom(client)
  expect(names.nameOf('SELECT 1')).not.toBe('')
  expect(names.nameOf('SELECT 1')).toBe(names.nameOf('SELECT 1'))
  expect(names.nameOf('SELECT 2')).not.toBe(names.nameOf('SELECT 1'))
  // A pooler gives a key of its own.
  const behindPooler = { processID: 7, query: (text: string) => client.query(text) }
  await names.learnFrom(behindPooler as unknown as pg.Client)
  expect(names.nameOf('SELECT 1')).toBe('')
  await names.learnFrom(client)
  expect(names.nameOf('SELECT 1')).toBe('')
  await client.end()
})

it('gives names to so many texts and no more', async () => {
  const names = new StatementNames()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await names.learnFrom(client)
  await client.end()
  const given = Array.from({ length: 1000 }, (_, n) => names.nameOf(`SELECT ${n}`)).filter(
    (name) => name !== '',
  )
  expect(new Set(given).size).toBe(given.length)
  expect(given.length).toBeLessThan(500)
})
