import { faultsOf, type Fault } from './faults.ts'

const hasCode = (pattern: RegExp) => (fault: Fault) => fault.codes.some((code) => pattern.test(code))
const says = (pattern: RegExp) => (fault: Fault) => pattern.test(fault.message)

/** Nothing came back at all. */
export const NO_ANSWER = 'The database does not answer.'

const NO_TABLES = 'The tables are missing: apply the migrations.'

/** What no sentence here explains: a statement that is wrong, a fault in our code. */
const UNKNOWN = 'The database, or our own code, answered with an error: the log has it.'

/** What a database may say that an operator can do something about. The first that fits is told. */
const CAUSES: [(fault: Fault) => boolean, string][] = [
  [
    // PgBouncer before 1.20, as 08P01.
    says(/unsupported startup parameter: options/),
    'The connection pooler refuses the startup parameter `options`: set ignore_startup_parameters = options in ' +
      "pgbouncer.ini, and run ALTER DATABASE … SET timezone TO 'UTC'.",
  ],
  [
    hasCode(/^25006$/),
    'The database is read-only: it is a standby, or default_transaction_read_only is on. Promote it, or run ' +
      'ALTER DATABASE … RESET default_transaction_read_only (ALTER ROLE, ALTER SYSTEM, wherever it is set) and, with ' +
      'a pooler in between, its RECONNECT.',
  ],
  [hasCode(/^(53100|58030)$/), "The database's disk is full or fails: free space on it, or give it more."],
  [
    hasCode(/^53300$/),
    'The database takes no more connections: raise max_connections (or the CONNECTION LIMIT of the role or the ' +
      'database), or lower DATABASE_POOL_SIZE and DATABASE_PAGE_POOL_SIZE.',
  ],
  [hasCode(/^53\w{3}$/), 'The database is short of memory or of another resource: its log says which.'],
  [
    says(/not currently accepting connections/),
    'The database lets nobody in: run ALTER DATABASE … ALLOW_CONNECTIONS true.',
  ],
  [hasCode(/^57P0[123]$/), 'The database is starting or stopping, or ended the connection.'],
  [hasCode(/^28\w{3}$/), 'The database refuses the login: check user and password in DATABASE_URL.'],
  [hasCode(/^3D000$/), 'There is no database of that name: check DATABASE_URL, or create it.'],
  [
    hasCode(/^42501$/),
    'The role of DATABASE_URL may not do what is needed: grant it the right, or own the tables.',
  ],
  [hasCode(/^42P01$/), NO_TABLES],
  [
    says(/timeout exceeded when trying to connect|Unable to start a transaction in the given time/),
    'No connection was free in time: this process has too much to do, or the database does not answer.',
  ],
  [isSilence, NO_ANSWER],
]

/** Codes of the socket and of the look-up of its host, of Prisma, and PostgreSQL's class 08. */
const SILENCE =
  /^(ECONN\w+|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1017|08\w{3})$/

/** What the adapter calls a connection that is gone, where it has no code. */
const SILENCE_KIND = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/

/** node-postgres has only words for these. */
const SILENCE_MESSAGE = /Connection terminated|not queryable/

function isSilence({ codes, kind, message }: Fault): boolean {
  return codes.some((code) => SILENCE.test(code)) || SILENCE_KIND.test(kind) || SILENCE_MESSAGE.test(message)
}

/** A sentence for an operator about an error of the database: the cause, and what to do. Without any internals. */
export function explainFault(error: unknown): string {
  const faults = faultsOf(error)
  const cause = CAUSES.find(([fits]) => faults.some(fits))
  return cause?.[1] ?? UNKNOWN
}
