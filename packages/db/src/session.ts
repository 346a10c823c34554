import pg from 'pg'

/** What a later session may be spared: this one is read-only (25006), or its connection is broken (class 08). */
const UNFIT = /^(25006|08\w{3})$/

/** Milliseconds that a session may leave its database, or its database it, without a word. */
export type SessionLimits = {
  /** From a statement to its answer. After it the connection is closed, and all that waits on it fails. */
  statementLimit: number
  /** From one statement of a transaction to the next. After it PostgreSQL ends the session, and so lets go of its locks. */
  idleLimit: number
}

/**
 * A connection that leaves its pool once its session is of no use any more. Otherwise a pool keeps it: Prisma gives
 * one back as sound after every transaction, whatever happened in it (adapter-pg `PgTransaction.rollback`), and
 * graphile-worker after every statement (`makeWithPgClientFromPool`).
 *
 * A session takes `default_transaction_read_only` from its database or role when it begins, and keeps it when that is
 * taken back: writes would go on failing in a database that has long been writable. PostgreSQL reports the setting of
 * each session unasked (since 14), so one that began read-only is not kept even when it has only been read with. A
 * standby's sessions are: they take writes as soon as it is promoted.
 *
 * A link may go silent without an end: then no answer ever comes, TCP repeats what was sent for a quarter of an hour, and
 * even the ROLLBACK of a transaction that took too long waits in line. So each end gives up by itself: this one when a
 * statement is not answered, PostgreSQL when it is not asked on.
 */
export class Session extends pg.Client {
  #fault: Error | undefined
  #isReadOnly = false
  #giveBack: pg.PoolClient['release'] = () => undefined

  constructor(config: pg.ClientConfig & SessionLimits) {
    super(config)
    this.#limitSilence(config)
    // It may break between two statements, when nobody listens; the next statement then says so.
    this.on('error', () => undefined)
    this.connection.on('errorMessage', (error: pg.DatabaseError) => {
      if (error.severity === 'FATAL' || UNFIT.test(error.code ?? '')) this.#fault = error
    })
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'default_transaction_read_only') this.#isReadOnly = parameterValue === 'on'
    })
  }

  /**
   * Where statements leave for the server and where it says that it is ready for the next one. What bounds the
   * transaction goes with its BEGIN: as a startup option a pooler would refuse it, and a setting of the session would
   * stay with whoever gets that next.
   */
  #limitSilence({ statementLimit, idleLimit }: SessionLimits): void {
    const { connection } = this
    let timer: NodeJS.Timeout | undefined
    const onSilence = () => connection.stream.destroy(new NoAnswer(statementLimit))
    const watch = () => {
      clearTimeout(timer)
      timer = setTimeout(onSilence, statementLimit)
    }
    const query = connection.query.bind(connection)
    const sync = connection.sync.bind(connection)
    connection.query = (text) => {
      watch()
      query(
        /^begin$/i.test(text)
          ? `${text}; SET LOCAL idle_in_transaction_session_timeout = ${idleLimit}`
          : text,
      )
    }
    connection.sync = () => {
      watch()
      sync()
    }
    for (const event of ['readyForQuery', 'end']) connection.on(event, () => clearTimeout(timer))
  }

  /** The pool sets this each time it lends the connection; given back with an error, the connection is closed. */
  set release(giveBack: pg.PoolClient['release']) {
    this.#giveBack = giveBack
  }

  get release(): pg.PoolClient['release'] {
    return (error) => this.#giveBack(error ?? this.#fault ?? this.#isReadOnly)
  }
}

/** Has the code of a socket that timed out: that is what it comes to. */
class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(limit: number) {
    super(`The database has not answered a statement within ${limit} ms`)
  }
}

/** A message of the protocol, as `pg-protocol` reads it. */
type ParameterStatus = { parameterName: string; parameterValue: string }
