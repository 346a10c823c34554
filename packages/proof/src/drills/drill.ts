import type { Chance } from '../schedule/chance.ts'
import type { OwnPostgres } from '../stage/postgres.ts'

/** One line of the table. */
export type Row = {
  drill: string
  /** Events that Stripe told, or requests that a stranger sent. */
  events: number
  /** Facts about money that are written in the end. Like the next two, only where Stripe told anything. */
  facts?: number
  /** What was done to the product, and how often. */
  faults: string
  /** Events that were answered with a 2xx at least once. */
  acknowledged?: number
  /** Deliveries that were answered otherwise, or not at all; Stripe sends them again. */
  refused?: number
  /** Each a sentence about what ended otherwise than it has to; or, of a stranger's request, was answered so. */
  differences: string[]
}

/** A drill that can't be done on this machine, and why. It proves nothing, and says so. */
export type NotTried = { drill: string; why: string }

/** What every drill is given. */
export type DrillContext = {
  /** Shared by the drills; each has a database of its own on it. */
  postgres: OwnPostgres
  /** @returns the connection string of a fresh, migrated database */
  newDatabase: () => Promise<string>
  /** A folder that is removed in the end. */
  folder: string
  chance: Chance
  seed: number
  /** How many processes the drill of kills ends. */
  kills: number
  /** Where programs are found, as PATH says it. */
  path: string
  /** A PgBouncer to take instead of the one in the path. */
  pgbouncer: string | undefined
  signal: AbortSignal
}

export type Drill = {
  /** As the table says it. */
  name: string
  run(context: DrillContext): Promise<Omit<Row, 'drill'> | Omit<NotTried, 'drill'>>
}
