import net from 'node:net'
import { Prisma, type Db } from '@paidup/db'
import pg from 'pg'

type Query = TemplateStringsArray | Prisma.Sql

/** A `Db` of one connection, the connection itself, and how to close it. */
export type DirectDb = { db: Db; client: pg.Client; close: () => Promise<void> }

/**
 * Runs the core's statements on `pg` itself: the same SQL and parameters in the same order, a real BEGIN and COMMIT
 * each, at a fraction of what Prisma's engine costs. What costs most then is each packet, so a statement whose result
 * nobody reads waits for the next one that is read, or for COMMIT, and travels with it; whatever it throws is thrown
 * then. Nothing else of a `Db` is here, and one caller at a time may use it.
 */
export async function openDirectDb(url: string): Promise<DirectDb> {
  const socket = new net.Socket()
  const types = { getTypeParser: parserOf }
  // The statements are planned while the tables are empty, and the plans kept: they must not be scans.
  const options = '-c TimeZone=UTC -c enable_seqscan=off -c plan_cache_mode=force_generic_plan -c jit=off'
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    pipeline: true,
    types,
    options,
  })
  await client.connect()
  const packets = new Packets(client, socket)
  const db = {
    $queryRaw: packets.read,
    $executeRaw: packets.read,
    $transaction: async <T>(work: (tx: object) => Promise<T>): Promise<T> => {
      packets.keep('BEGIN ISOLATION LEVEL READ COMMITTED')
      try {
        const result = await work({ $queryRaw: packets.read, $executeRaw: packets.executeLater })
        await packets.send('COMMIT')
        return result
      } catch (error) {
        throw await packets.send('ROLLBACK').then(
          () => error,
          (first: unknown) => first,
        )
      }
    },
  }
  return { db: db as unknown as Db, client, close: () => client.end() }
}

/** Statements on their way through one connection. */
class Packets {
  readonly #client: pg.Client
  readonly #socket: net.Socket
  #kept: Promise<unknown>[] = []

  constructor(client: pg.Client, socket: net.Socket) {
    this.#client = client
    this.#socket = socket
  }

  /** Runs a statement, after those that were kept, and gives its rows. */
  readonly read = async (query: Query, ...values: unknown[]): Promise<unknown[]> => {
    const answer = this.#hold(query, values)
    this.#socket.uncork()
    return (await answer).rows as unknown[]
  }

  readonly executeLater = (query: Query, ...values: unknown[]): Promise<void> => {
    this.keep(query, ...values)
    return Promise.resolve()
  }

  /** Keeps a statement back until one is read or sent. */
  keep(query: Query | string, ...values: unknown[]): void {
    this.#kept.push(this.#hold(query, values))
  }

  /** Sends a statement and what was kept. @throws what the first of them threw that failed */
  async send(query: string): Promise<void> {
    this.keep(query)
    this.#socket.uncork()
    const kept = this.#kept
    this.#kept = []
    for (const { status, ...settled } of await Promise.allSettled(kept))
      if (status === 'rejected') throw (settled as { reason: unknown }).reason
  }

  #hold(query: Query | string, values: unknown[]): Promise<pg.QueryResult> {
    if (!this.#socket.writableCorked) this.#socket.cork()
    const answer = this.#client.query(typeof query === 'string' ? query : preparedFrom(query, values))
    // Whoever waits for it is told; until somebody does, it is no unhandled rejection.
    answer.catch(() => undefined)
    return answer
  }
}

function preparedFrom(query: Query, given: unknown[]): pg.QueryConfig {
  const { text, values } = 'text' in query ? query : Prisma.sql(query, ...given)
  return { name: nameOf(text), text, values }
}

const names = new Map<string, string>()

/** A prepared statement for each text: planning the same few over and over would cost more than running them. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `statement_${names.size}`
  names.set(text, name)
  return name
}

const INT8: number = pg.types.builtins.INT8

/** Prisma gives an int8 as a BigInt, `pg` as a string; they agree on the rest of what the core selects. */
function parserOf(oid: number, format: 'text' | 'binary' = 'text') {
  if (oid === INT8 && format === 'text') return BigInt
  return pg.types.getTypeParser(oid, format) as (value: string) => unknown
}
