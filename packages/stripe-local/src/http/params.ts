import { z } from 'zod'
import { int, text } from './values.ts'

export const listOf = <T extends z.ZodType>(item: T) => z.array(item)
export const hash = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape)
/** Parameters Stripe knows and this emulator accepts without acting on them. */
export function accepted<const T extends readonly string[]>(...names: T) {
  return Object.fromEntries(names.map((name) => [name, z.unknown().optional()])) as Record<
    T[number],
    z.ZodOptional<z.ZodUnknown>
  >
}

const expand = z.array(z.string()).optional()
/** The parameters of one endpoint; `expand` is always among them. */
export const params = <T extends z.ZodRawShape>(shape: T) => z.strictObject({ ...shape, expand })

const range = z.union([
  int,
  z.strictObject({ gt: int.optional(), gte: int.optional(), lt: int.optional(), lte: int.optional() }),
])
export type Range = z.infer<typeof range>
/** The parameters of a list endpoint. */
export const listParams = <T extends z.ZodRawShape>(shape: T) =>
  params({
    ...shape,
    limit: int.optional(),
    starting_after: text.optional(),
    ending_before: text.optional(),
    created: range.optional(),
  })
