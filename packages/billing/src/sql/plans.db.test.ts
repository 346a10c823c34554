import { readdirSync } from 'node:fs'
import path from 'node:path'
import { createDatabase, Prisma, type Db, type Tx } from '@paidup/db'
import { createTestDatabase } from '@paidup/db/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anything, everyStatement } from '../testing/every-statement.ts'
import { BIG, fillTables } from '../testing/filled-tables.ts'
import { scansOf, tablesScannedBy } from '../testing/scans.ts'

const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.replace('.ts', ''))

/** One connection: what is set and prepared in it is there for the next statement. */
let db: Db
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  db = createDatabase({ url: database.url, poolSize: 1 })
  await fillTables(db)
  await db.$executeRaw`SET plan_cache_mode = force_generic_plan`
}, 60_000)
afterAll(async () => {
  await db.$disconnect()
  await drop()
})

describe('however much there is of others', () => {
  it.each(files)('%s finds what it needs by an index', async (file) => {
    const statements = await sentBy(file)
    expect(statements.length).toBeGreaterThan(0)
    const isExample = file in everyStatement
    for (const statement of statements) expect(await scansOf(db, statement, isExample)).toEqual([])
  })

  it('the triggers of members find it by an index, and so does the function that counts seats', async () => {
    const scanned = await tablesScannedBy(db, async (tx) => {
      const [{ seats }] = await tx.$queryRaw<
        [{ seats: number }]
      >`SELECT organization_seats(${BIG.org}, now()) AS seats`
      expect(seats).toBeGreaterThan(1)
      await tx.$executeRaw`INSERT INTO members (id, organization_id, user_id) VALUES ('new', ${BIG.org}, '1')`
      await tx.$executeRaw`UPDATE members SET role = 'member' WHERE id = 'big_1'`
    })
    expect(scanned).toEqual([])
  })
})

/** The statements of a file of `sql/`: sent to nobody, so that nothing is written. */
async function sentBy(file: string): Promise<Prisma.Sql[]> {
  const sent: Prisma.Sql[] = []
  // Whatever a function reads of the answer is there.
  const row = new Proxy({}, { get: () => 'something' })
  const send = (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
    sent.push('text' in query ? query : Prisma.sql(query, ...values))
    return Promise.resolve([row])
  }
  const recorder = { $queryRaw: send, $executeRaw: send } as unknown as Db & Tx
  await Promise.all(everyStatement[file]?.(recorder) ?? (await withAnything(file, recorder)))
  return sent
}

/** Calls all that a file exports. */
async function withAnything(file: string, recorder: Db): Promise<unknown[]> {
  const exported = (await import(path.join(import.meta.dirname, `${file}.ts`))) as Record<string, unknown>
  const isFunction = (one: unknown): one is (...given: unknown[]) => unknown => typeof one === 'function'
  return Object.values(exported)
    .filter(isFunction)
    .map((call) => call(recorder, anything, anything, anything, anything))
}
