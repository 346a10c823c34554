import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { dataFolder } from '../root.ts'
import { isAlive } from '../supervisor/is-alive.ts'
import { startPostgres, type PostgresServer } from './server.ts'

let folder: string
let servers: PostgresServer[]

// One data directory for all: making it is what takes long.
beforeAll(() => {
  folder = mkdtempSync(path.join(dataFolder, 'server-test-'))
  return () => rmSync(folder, { recursive: true })
})

beforeEach(() => {
  servers = []
  return async () => {
    for (const server of servers) await server.stop()
  }
})

async function start(wishedPort?: number): Promise<PostgresServer> {
  const server = await startPostgres({ folder, fsync: false, wishedPort })
  servers.push(server)
  return server
}

const pidFile = (): string => path.join(folder, 'data', 'postmaster.pid')
const pidOf = (): number => Number(readFileSync(pidFile(), 'utf8').split('\n')[0])

async function run(server: PostgresServer, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(sql)
  await client.end()
  return rows
}

it('keeps its data when it is killed, and when a restarted machine has given its number to another', async () => {
  const first = await start()
  await run(first, 'CREATE TABLE kept AS SELECT 1 AS n')
  process.kill(pidOf(), 'SIGKILL')
  const second = await start()
  expect(await run(second, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  await Promise.all(servers.splice(0).map((server) => server.stop()))

  writeFileSync(pidFile(), `${process.pid}\n${folder}/data\n0\n${second.port}\n`)
  const third = await start()
  expect(await run(third, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
})

it('is one server for all who start it at once, until the last has stopped it', async () => {
  const [first, second] = await Promise.all([start(), start()])
  expect([first, second].filter(({ wasStarted }) => wasStarted)).toHaveLength(1)
  const pid = pidOf()
  await first.stop()
  expect(await run(second, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  await second.stop()
  servers = []
  expect(isAlive(pid)).toBe(false)
})

it('takes another port when the one it wishes is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const server = await start(port)
  expect(server.port).not.toBe(port)
  expect(await run(server, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  taken.close()
})
