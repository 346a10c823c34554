import pg from 'pg'

/** What a later session may be spared: this one is read-only (25006), or its connection is broken (class 08). */
const UNFIT = /^(25006|08\w{3})$/

/**
 * A connection that leaves its pool once its session is of no use any more. Otherwise a pool keeps it: Prisma gives
 * one back as sound after every transaction, whatever happened in it (adapter-pg `PgTransaction.rollback`), and
 * graphile-worker after every statement (`makeWithPgClientFromPool`).
 *
 * A session takes `default_transaction_read_only` from its database or role when it begins, and keeps it when that is
 * taken back: writes would go on failing in a database that has long been writable. PostgreSQL reports the setting of
 * each session unasked (since 14), so one that began read-only is not kept even when it has only been read with. A
 * standby's sessions are: they take writes as soon as it is promoted.
 */
export class Session extends pg.Client {
  #fault: Error | undefined
  #isReadOnly = false
  #giveBack: pg.PoolClient['release'] = () => undefined

  constructor(config?: pg.ClientConfig) {
    super(config)
    // It may break between two statements, when nobody listens; the next statement then says so.
    this.on('error', () => undefined)
    this.connection.on('errorMessage', (error: pg.DatabaseError) => {
      if (error.severity === 'FATAL' || UNFIT.test(error.code ?? '')) this.#fault = error
    })
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'default_transaction_read_only') this.#isReadOnly = parameterValue === 'on'
    })
  }

  /** The pool sets this each time it lends the connection; given back with an error, the connection is closed. */
  set release(giveBack: pg.PoolClient['release']) {
    this.#giveBack = giveBack
  }

  get release(): pg.PoolClient['release'] {
    return (error) => this.#giveBack(error ?? this.#fault ?? this.#isReadOnly)
  }
}

/** A message of the protocol, as `pg-protocol` reads it. */
type ParameterStatus = { parameterName: string; parameterValue: string }
