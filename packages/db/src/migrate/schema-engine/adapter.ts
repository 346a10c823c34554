import { randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlResultSet,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { withDatabase } from '../database-url.ts'

const charOid = 18
const textOid = 25
const charColumn = '\u0000char:'

/**
 * The official adapter with three faults of it worked round:
 * - it does not know the type `"char"`, which the system catalogues are full of;
 * - it cuts scripts at every `;`, also inside strings and function bodies;
 * - given a connection string, its shadow database is the main one.
 */
export function adapterFor(url: string): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(url),
    connectToShadowDb: () => connectToShadow(url),
  }
}

async function connect(
  url: string,
  afterwards: () => Promise<void> = async () => {},
): Promise<SqlDriverAdapter> {
  // One session, because the engine holds its advisory lock in it.
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const adapter = await new PrismaPg(markingChars(pool)).connect()
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    queryRaw: async (query) => unmarkChars(await adapter.queryRaw(query)),
    executeRaw: (query) => adapter.executeRaw(query),
    // Without parameters PostgreSQL takes a whole script at once.
    executeScript: async (script) => void (await adapter.executeRaw({ sql: script, args: [], argTypes: [] })),
    startTransaction: (isolationLevel) => adapter.startTransaction(isolationLevel),
    getConnectionInfo: () => adapter.getConnectionInfo(),
    dispose: async () => {
      await pool.end()
      await afterwards()
    },
  }
}

async function connectToShadow(url: string): Promise<SqlDriverAdapter> {
  const name = `prisma_migrate_shadow_db_${randomUUID()}`
  const main = await connect(url)
  const run = (sql: string): Promise<void> => main.executeScript(sql)
  await run(`CREATE DATABASE "${name}"`)
  return connect(withDatabase(url, name), async () => {
    await run(`DROP DATABASE "${name}"`)
    await main.dispose()
  })
}

/** Has `"char"` columns read as text, and says so in their names: the adapter hands on nothing else of a field. */
function markingChars(pool: pg.Pool): pg.Pool {
  const query = async (config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> => {
    const result = await pool.query(config)
    for (const field of result.fields ?? []) {
      if (field.dataTypeID !== charOid) continue
      field.dataTypeID = textOid
      field.name = charColumn + field.name
    }
    return result
  }
  return Object.create(pool, { query: { value: query } }) as pg.Pool
}

function unmarkChars(result: SqlResultSet): SqlResultSet {
  const isChar = result.columnNames.map((name) => name.startsWith(charColumn))
  return {
    ...result,
    columnNames: result.columnNames.map((name, i) => (isChar[i] ? name.slice(charColumn.length) : name)),
    columnTypes: result.columnTypes.map((type, i) => (isChar[i] ? ColumnTypeEnum.Character : type)),
  }
}
