import net from 'node:net'
import { createIntake, type Intake } from '@paidup/billing'
import { Prisma, type Db } from '@paidup/db'
import pg from 'pg'

/** A statement with its parameters: Prisma's, or as `pg` takes it. */
type Statement = { text: string; values: unknown[] }
type Query = TemplateStringsArray | Statement

/** A `Db` of one connection, a way to read past it, and how to close it. */
export type DirectDb = {
  db: Db
  intake: Intake
  read: <T extends object>(statement: Statement) => Promise<T[]>
  close: () => Promise<void>
}

/**
 * Runs the core's statements on `pg` itself: the same SQL and parameters in the same order, a real BEGIN and COMMIT
 * each, at a fraction of what Prisma's engine costs. What costs most then is each packet, so a statement that nobody
 * reads the result of travels with the next one that is read, or with the COMMIT, and what it throws is thrown there.
 * Nothing else of a `Db` is here, and one caller at a time may use it.
 */
export async function openDirectDb(url: string): Promise<DirectDb> {
  const socket = new net.Socket()
  const types = { getTypeParser: parserOf }
  // The statements are planned while the tables are empty, and the plans kept: they must not be scans.
  const options = '-c TimeZone=UTC -c enable_seqscan=off -c plan_cache_mode=force_generic_plan -c jit=off'
  const stream = () => socket
  const client = new pg.Client({ connectionString: url, stream, pipeline: true, types, options })
  await client.connect()
  const packets = new Packets(client, socket)
  const read = (query: Query, ...values: unknown[]) => packets.read(statementFrom(query, values))
  const executeLater = (query: Query, ...values: unknown[]) =>
    Promise.resolve(packets.keep(statementFrom(query, values)))
  const statements = {
    $queryRaw: read,
    $executeRaw: read,
    $transaction: async <T>(work: (tx: object) => Promise<T>): Promise<T> => {
      packets.keep('BEGIN ISOLATION LEVEL READ COMMITTED')
      try {
        const result = await work({ $queryRaw: read, $executeRaw: executeLater })
        packets.keep('COMMIT')
        await packets.send()
        return result
      } catch (error) {
        packets.keep('ROLLBACK')
        await packets.send()
        throw error
      }
    },
  }
  const db = statements as unknown as Db
  return {
    db,
    intake: createIntake(db),
    read: (statement) => packets.read(statement),
    close: () => client.end(),
  }
}

/** Statements on their way through one connection. */
class Packets {
  readonly #client: pg.Client
  readonly #socket: net.Socket
  #kept: Promise<pg.QueryResult>[] = []

  constructor(client: pg.Client, socket: net.Socket) {
    this.#client = client
    this.#socket = socket
  }

  /** Keeps a statement back until one is read or all is sent. */
  keep(statement: Statement | string): void {
    if (!this.#socket.writableCorked) this.#socket.cork()
    const answer = this.#client.query(
      typeof statement === 'string' ? statement : { ...statement, name: nameOf(statement.text) },
    )
    // Whoever sends it is told; until then it is no unhandled rejection.
    answer.catch(() => undefined)
    this.#kept.push(answer)
  }

  /** Runs a statement, after those that were kept, and gives its rows. @throws what the first of them threw */
  async read<T extends object>(statement: Statement): Promise<T[]> {
    this.keep(statement)
    const answer = await this.send()
    return (answer?.rows ?? []) as T[]
  }

  /** Sends what was kept, and gives the answer to the last of it. @throws what the first of them threw */
  async send(): Promise<pg.QueryResult | undefined> {
    this.#socket.uncork()
    const kept = this.#kept
    this.#kept = []
    return (await Promise.all(kept)).at(-1)
  }
}

function statementFrom(query: Query, given: unknown[]): Statement {
  const { text, values } = 'text' in query ? query : Prisma.sql(query, ...given)
  return { text, values }
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
