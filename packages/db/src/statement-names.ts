import type pg from 'pg'

/** Statements at most that keep a name, on each connection: ours are some dozens. What comes after has none. */
const MOST = 300

/** What PostgreSQL plans. BEGIN and its like need no plan, and `Session` has something to add to them. */
const PLANNED = /^\s*(select|insert|update|delete|with)\b/i

/**
 * Names under which a connection keeps a statement parsed and planned. Given only while every connection leads straight
 * to a server: behind a pooler in transaction mode the next statement may meet another one, which knows no such name.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  #isDirect: boolean | undefined

  /**
   * Looks at a new connection. Who speaks for the server, as a pooler does, gives a key of its own for cancelling, and
   * not the server's process. One such connection decides for all, for good.
   */
  async learnFrom(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const isDirect = 'processID' in client && client.processID === rows[0]?.pid
    this.#isDirect = isDirect && this.#isDirect !== false
  }

  /** @returns an empty name, which is that of a statement that is not kept, where it is to have none */
  nameOf(sql: string): string {
    if (!this.#isDirect || !PLANNED.test(sql)) return ''
    const known = this.#names.get(sql)
    if (known || this.#names.size >= MOST) return known ?? ''
    const name = `paidup_${this.#names.size}`
    this.#names.set(sql, name)
    return name
  }
}
