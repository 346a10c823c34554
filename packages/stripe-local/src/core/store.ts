import type { LooseRow, TableName, Tables } from './rows.ts'

type AnyRow = Tables[TableName]

/**
 * The whole state. Rows are never changed in place: a change puts a new row, so an event may keep the
 * old one as its snapshot without copying it.
 */
export class Store {
  readonly #tables = new Map<string, Map<string, AnyRow>>()
  readonly #tableOf = new Map<string, string>()
  /** Called after every change, for the snapshot on disk. */
  onChange: () => void = () => undefined

  #table(name: string): Map<string, AnyRow> {
    const known = this.#tables.get(name)
    if (known) return known
    const table = new Map<string, AnyRow>()
    this.#tables.set(name, table)
    return table
  }

  get<T extends TableName>(name: T, id: string | null | undefined): Tables[T] | undefined {
    return id == null ? undefined : (this.#table(name).get(id) as Tables[T] | undefined)
  }

  /** Oldest first. */
  all<T extends TableName>(name: T): Tables[T][] {
    return [...this.#table(name).values()] as Tables[T][]
  }

  put<T extends TableName>(name: T, row: Tables[T]): Tables[T] {
    this.#table(name).set(row.id, row)
    if (!name.startsWith('local.')) this.#tableOf.set(row.id, name)
    this.onChange()
    return row
  }

  remove(name: TableName, id: string): void {
    this.#table(name).delete(id)
    this.#tableOf.delete(id)
    this.onChange()
  }

  /** Any object by its id, whatever its type: what `expand` needs. */
  find(id: string): LooseRow | undefined {
    const name = this.#tableOf.get(id)
    return name ? (this.#table(name).get(id) as LooseRow | undefined) : undefined
  }

  dump(): Record<string, unknown[]> {
    return Object.fromEntries([...this.#tables].map(([name, rows]) => [name, [...rows.values()]]))
  }

  load(dump: Record<string, unknown[]>): void {
    this.#tables.clear()
    this.#tableOf.clear()
    for (const [name, rows] of Object.entries(dump)) {
      for (const row of rows as AnyRow[]) {
        this.#table(name).set(row.id, row)
        if (!name.startsWith('local.')) this.#tableOf.set(row.id, name)
      }
    }
  }
}
