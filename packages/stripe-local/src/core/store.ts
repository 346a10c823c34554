import type { LooseRow, TableName, Tables } from './rows.ts'

type AnyRow = Tables[TableName]

/**
 * The whole state. Rows are never changed in place: a change puts a new row, so an event may keep the
 * old one as its snapshot without copying it.
 */
export class Store {
  readonly #tables = new Map<string, Map<string, AnyRow>>()
  readonly #tableOf = new Map<string, string>()
  /** Whether the version before the last change of each object is kept, for stale reads. */
  keepsPrevious = false
  readonly #previous = new Map<string, { row: LooseRow; until: number }>()
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

  /** The same without a copy: for reading while nothing is added or removed. */
  each<T extends TableName>(name: T): Iterable<Tables[T]> {
    return this.#table(name).values() as Iterable<Tables[T]>
  }

  put<T extends TableName>(name: T, row: Tables[T]): Tables[T] {
    if (this.keepsPrevious) this.#keep(name, row.id)
    this.#table(name).set(row.id, row)
    if (!name.startsWith('local.')) this.#tableOf.set(row.id, name)
    this.onChange()
    return row
  }

  #keep(name: string, id: string): void {
    const row = this.#table(name).get(id)
    if (row && 'object' in row) this.#previous.set(id, { row: row, until: Date.now() })
  }

  /** The object as it was before a change less than `ms` ago. */
  previous(id: string, ms: number): LooseRow | undefined {
    const kept = this.#previous.get(id)
    return kept && Date.now() - kept.until < ms ? kept.row : undefined
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

  /** Empties every table but the named ones. */
  clear(kept: readonly TableName[]): void {
    const dump = this.dump()
    this.load(
      Object.fromEntries(Object.entries(dump).filter(([name]) => (kept as readonly string[]).includes(name))),
    )
    this.onChange()
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
