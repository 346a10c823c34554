import { createTestDatabase } from '@paidup/db/testing'
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import { beforeEach, expect, it } from 'vitest'
import { adapterFor } from './adapter.ts'

let url: string

beforeEach(async () => {
  const database = await createTestDatabase()
  url = database.url
  return database.drop
})

const query = (sql: string) => ({ sql, args: [], argTypes: [] })

it('runs a script whole, also where a semicolon is part of a string or a function', async () => {
  const connection = await adapterFor(url).connect()
  await connection.executeScript(`
    CREATE TABLE notes (text text);
    INSERT INTO notes VALUES ('one; two');
    CREATE FUNCTION seven() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 7; END $$;`)
  const { rows } = await connection.queryRaw(query('SELECT text, seven() FROM notes'))
  await connection.dispose()
  expect(rows).toEqual([['one; two', 7]])
})

it('reads the type "char" of the catalogues, and leaves the names of columns as they are', async () => {
  const connection = await adapterFor(url).connect()
  const sql = `SELECT relname, relkind, relpages FROM pg_class WHERE relname = 'processed_events'`
  const result = await connection.queryRaw(query(sql))
  await connection.dispose()
  expect(result).toMatchObject({
    columnNames: ['relname', 'relkind', 'relpages'],
    columnTypes: [ColumnTypeEnum.Text, ColumnTypeEnum.Character, ColumnTypeEnum.Int32],
    rows: [['processed_events', 'r', 0]],
  })
})

it('has a shadow database that is another one, and is gone afterwards', async () => {
  const main = await adapterFor(url).connect()
  const shadow = await adapterFor(url).connectToShadowDb()
  const { rows } = await shadow.queryRaw(query('SELECT current_database()'))
  const name = String(rows[0]?.[0])
  await shadow.dispose()
  const left = await main.queryRaw(query(`SELECT 1 FROM pg_database WHERE datname = '${name}'`))
  await main.dispose()
  expect(name).not.toBe(new URL(url).pathname.slice(1))
  expect(left.rows).toEqual([])
})
