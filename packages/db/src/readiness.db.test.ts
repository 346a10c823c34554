import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createDatabase, createReadinessCheck, inTransaction, type Db } from './index.ts'
import { createTestDatabase, openRefusingPooler } from './testing/index.ts'

let url: string
beforeEach(async () => {
  const database = await createTestDatabase()
  url = database.url
  return database.drop
})

/** The test's database, in sessions that begin with these settings instead of ours. */
function openWith(settings = '-c TimeZone=UTC', at = url): Db {
  const own = new URL(at)
  own.searchParams.set('options', settings)
  const db = createDatabase({ url: own.href })
  onTestFinished(() => db.$disconnect())
  return db
}

const faultsOf = async (db: Db) => (await createReadinessCheck(db)()).faults

it('takes every zone that is UTC all year, and refuses one that is so only in winter', async () => {
  for (const zone of ['UTC', 'Etc/UTC', 'Zulu', 'Africa/Abidjan'])
    expect(await faultsOf(openWith(`-c TimeZone=${zone}`))).toEqual([])
  for (const zone of ['Europe/London', 'Africa/Casablanca', 'Asia/Kolkata'])
    expect(await faultsOf(openWith(`-c TimeZone=${zone}`))).toEqual([
      `The session time zone is ${zone}, not UTC: a pooler drops the startup option. ` +
        "Run ALTER DATABASE … SET timezone TO 'UTC'.",
    ])
})

it('tells of transactions that would begin at another level than ours, and begins them right where it is asked', async () => {
  const name = new URL(url).pathname.slice(1)
  const admin = openWith()
  await admin.$executeRawUnsafe(`ALTER DATABASE "${name}" SET default_transaction_isolation = 'serializable'`)
  expect(await faultsOf(openWith())).toEqual([
    expect.stringMatching(
      /^Transactions begin at serializable, not at read committed: .* RESET default_transaction/,
    ),
  ])
  const ours = createDatabase({ url })
  onTestFinished(() => ours.$disconnect())
  expect(await faultsOf(ours)).toEqual([])
  const level = await inTransaction(ours, (tx) => tx.$queryRaw`SHOW transaction_isolation`)
  expect(level).toEqual([{ transaction_isolation: 'read committed' }])
})

it('tells that nothing can be written, and what to do, while sessions are read-only', async () => {
  const db = openWith('-c TimeZone=UTC -c default_transaction_read_only=on')
  expect(await faultsOf(db)).toEqual([expect.stringMatching(/^The database is read-only: .*RECONNECT\.$/)])
})

it('tells which migrations are still to be applied, and where there is nothing at all', async () => {
  const db = openWith()
  const newest = '20261201110000_reads'
  await db.$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = ${newest}`
  expect(await faultsOf(db)).toEqual([`The database is behind this code: apply the migrations (${newest}).`])
  await db.$executeRaw`DROP TABLE _prisma_migrations`
  expect(await faultsOf(db)).toEqual(['The tables are missing: apply the migrations.'])
})

it('tells of a full disk by what PostgreSQL says of its write', async () => {
  const db = openWith()
  await db.$executeRaw`CREATE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`
  await db.$executeRaw`CREATE TRIGGER is_full BEFORE INSERT ON readiness_checks EXECUTE FUNCTION is_full()`
  expect(await faultsOf(db)).toEqual([expect.stringMatching(/disk is full.*free space/)])
})

it('writes to the disk even where a row would find room in a page that is there', async () => {
  const db = openWith()
  const spilled = async () => {
    const [{ n }] = await db.$queryRaw<[{ n: number }]>`
      SELECT temp_files::int AS n FROM pg_stat_database WHERE datname = current_database()`
    return n
  }
  expect(await spilled()).toBe(0)
  expect(await faultsOf(db)).toEqual([])
  // A session reports what it counted when it is idle, or at its end.
  await db.$disconnect()
  await vi.waitUntil(async () => (await spilled()) > 0, { timeout: 10_000 })
})

it('writes once for all who ask at the same time, and leaves nothing behind', async () => {
  const db = openWith()
  const check = createReadinessCheck(db)
  const answers = await Promise.all(Array.from({ length: 30 }, () => check()))
  expect(answers.every(({ faults }) => faults.length === 0)).toBe(true)
  expect(await db.$queryRaw`SELECT last_value::int AS writes FROM readiness_checks_id_seq`).toEqual([
    { writes: 1 },
  ])
  expect(await db.readinessCheck.count()).toBe(0)
})

it('names the setting of PgBouncer that lets the startup parameter in', async () => {
  const pooler = await openRefusingPooler()
  onTestFinished(pooler.close)
  expect(await faultsOf(openWith('-c TimeZone=UTC', pooler.url))).toEqual([
    expect.stringMatching(/ignore_startup_parameters = options in pgbouncer\.ini/),
  ])
})
