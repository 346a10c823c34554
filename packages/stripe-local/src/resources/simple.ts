import { z } from 'zod'
import { noSuch } from '../core/errors.ts'
import { change, create, emit } from '../core/events.ts'
import { mergeMetadata } from '../core/fields.ts'
import type { LooseRow, LooseTable, Metadata } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { route, type Route } from '../http/route.ts'

type Given = Record<string, unknown>
const loose = z.looseObject({ metadata: metadata.optional() })
type Action = {
  verb: string
  patch: (world: World, row: LooseRow, given: Given) => Given
  events: string[]
  then?: (world: World, row: LooseRow) => void
}
export type Simple = {
  path: string
  table: LooseTable
  prefix: string
  /** The fields of a new object beside `id`, `object`, `created`, `livemode` and `metadata`; may throw. */
  build: (world: World, given: Given) => Given
  created: string[]
  updated?: string[]
  deleted?: string[]
  actions?: Action[]
  then?: (world: World, row: LooseRow) => void
}

/**
 * The endpoints of an object that little hangs on: what it is given it keeps, numbers and booleans read
 * from their text. Such objects take any parameter; the ones a shop depends on have files of their own.
 */
export function simpleRoutes(kind: Simple): Route[] {
  const { path, table } = kind
  const find = (world: World, id: string): LooseRow => {
    const row = world.store.get(table, id)
    if (!row) throw noSuch(table, id)
    return row
  }
  const routes = [
    route('POST', path, loose, ({ world, params: given }) => {
      const row = build(world, kind, given)
      create(world, table, row, ...kind.created)
      kind.then?.(world, row)
      return find(world, row.id)
    }),
    route('GET', path, loose, ({ world, params: given, url }) =>
      page(url, world.store.all(table), pagingOf(plain(given) as Given)),
    ),
    route('GET', `${path}/:id`, loose, ({ world, path: part }) => find(world, part())),
    route('POST', `${path}/:id`, loose, ({ world, params: given, path: part }) => {
      const { metadata, fields } = splitOf(given)
      const row = find(world, part())
      const merged = mergeMetadata(row.metadata as Metadata, metadata)
      return change(world, table, row, { ...fields, metadata: merged }, ...(kind.updated ?? []))
    }),
  ]
  for (const { verb, patch, events, then } of kind.actions ?? []) {
    routes.push(
      route('POST', `${path}/:id/${verb}`, loose, ({ world, params: given, path: part }) => {
        const row = find(world, part())
        const next = change(world, table, row, patch(world, row, plain(given) as Given), ...events)
        then?.(world, next)
        return find(world, row.id)
      }),
    )
  }
  if (kind.deleted) routes.push(deletion(kind, find))
  return routes
}

/** The fields an object keeps, apart from the metadata it merges. */
function splitOf(given: Given): { metadata: Metadata | '' | undefined; fields: Given } {
  const fields = plain(given) as Given
  const metadata = fields.metadata as Metadata | '' | undefined
  delete fields.metadata
  delete fields.expand
  return { metadata, fields }
}

function build(world: World, kind: Simple, given: Given): LooseRow {
  const { metadata, fields } = splitOf(given)
  return {
    id: typeof fields.id === 'string' ? fields.id : world.ids.next(kind.prefix),
    object: kind.table,
    created: world.clock.now(),
    livemode: false,
    ...fields,
    ...kind.build(world, fields),
    metadata: mergeMetadata({}, metadata),
  }
}

const deletion = ({ path, table, deleted = [] }: Simple, find: (world: World, id: string) => LooseRow) =>
  route('DELETE', `${path}/:id`, loose, ({ world, path: part }) => {
    const row = find(world, part())
    world.store.remove(table, row.id)
    for (const type of deleted) emit(world, type, row)
    return { id: row.id, object: table, deleted: true }
  })

const pagingOf = ({ limit, starting_after, ending_before }: Given) => ({
  limit: typeof limit === 'number' ? limit : undefined,
  starting_after: typeof starting_after === 'string' ? starting_after : undefined,
  ending_before: typeof ending_before === 'string' ? ending_before : undefined,
})

/** Form text as the values it stands for. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, key === 'metadata' ? field : plain(field)]),
    )
  if (value === 'true' || value === 'false') return value === 'true'
  // Long digit runs are identifiers, and a leading zero or plus is one too.
  return typeof value === 'string' && /^(0|[1-9]\d{0,10})$/.test(value) ? Number(value) : value
}
