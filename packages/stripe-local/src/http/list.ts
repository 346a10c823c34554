import { invalidRequest } from '../core/errors.ts'
import type { List } from '../objects/list.ts'
import type { Range } from './params.ts'

type Paging = {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: Range | undefined
}

const inRange = (created: number, range: Range | undefined) => {
  if (range === undefined) return true
  if (typeof range === 'number') return created === range
  return (
    (range.gt === undefined || created > range.gt) &&
    (range.gte === undefined || created >= range.gte) &&
    (range.lt === undefined || created < range.lt) &&
    (range.lte === undefined || created <= range.lte)
  )
}

/** One page, newest first; `rows` come oldest first, as the store keeps them. */
export function page<T extends { id: string }>(url: string, rows: readonly T[], paging: Paging): List<T> {
  const limit = paging.limit ?? 10
  if (limit < 1 || limit > 100) {
    throw invalidRequest('Invalid limit: must be between 1 and 100', 'limit', 'parameter_invalid_integer')
  }
  const newest = rows
    .filter((row) => inRange((row as { created?: number }).created ?? 0, paging.created))
    .reverse()
  const cursor = paging.starting_after ?? paging.ending_before
  const at = cursor === undefined ? -1 : newest.findIndex((row) => row.id === cursor)
  if (cursor !== undefined && at === -1) {
    const param = paging.starting_after === undefined ? 'ending_before' : 'starting_after'
    throw invalidRequest(`No such object: '${cursor}'`, param, 'resource_missing')
  }
  if (paging.starting_after === undefined && paging.ending_before !== undefined) {
    const from = Math.max(0, at - limit)
    return { object: 'list', data: newest.slice(from, at), has_more: from > 0, url }
  }
  const data = newest.slice(at + 1, at + 1 + limit)
  return { object: 'list', data, has_more: newest.length > at + 1 + limit, url }
}
