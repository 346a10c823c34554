import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { BetterAuthPlugin } from 'better-auth'
import { z } from 'zod'
import { emailText, personName } from './account-fields.ts'

/** Characters of any text that has no limit of its own: a picture's address, a path to lead back to. */
const LONGEST = 2048

/** Characters of all that is sent at once, as JSON: what an organization keeps as `metadata` among them. */
const LARGEST = 16_384

/** Levels of objects in objects. */
const DEEPEST = 8

const TOO_MUCH = 'Send less: it is too long or too deep, or has a NUL in it.'

/** It is indexed, and an index takes short texts only. */
const slug = z.string().min(1).max(100)

const text = z.string().nullish()
const fields = {
  name: personName.optional(),
  email: emailText.optional(),
  slug: slug.optional(),
  image: text,
  logo: text,
}

/** An organization's new fields come as `data`. */
const requestBody = z
  .looseObject({ ...fields, data: z.looseObject(fields).optional() })
  // In this order: what is too deep cannot be written as JSON.
  .refine((body) => isTame(body) && JSON.stringify(body).length <= LARGEST, TOO_MUCH)

const count = z.coerce.number().int().min(0).max(10_000).optional()
const column = z.enum(['id', 'organizationId', 'userId', 'role', 'createdAt']).optional()
const filterColumn = z.enum(['id', 'userId', 'role']).optional()
const operator = z.enum(['eq', 'ne']).optional()

/** As lists of members can be asked for: other operators want a list, and an instant in one form, and fail without. */
const requestQuery = z
  .looseObject({
    limit: count,
    offset: count,
    sortBy: column,
    filterField: filterColumn,
    filterOperator: operator,
  })
  .refine((query) => isTame(query), TOO_MUCH)

/**
 * Holds better-auth's own endpoints to the limits that the forms have. It takes texts of any length by itself, and hands
 * some on to the database unseen, which answers a wrong type or a NUL with a fault that looks like ours.
 */
export function fieldLimits(): BetterAuthPlugin {
  const handler = createAuthMiddleware((ctx) => {
    orRefuse(requestBody, ctx.body)
    orRefuse(requestQuery, ctx.query)
    return Promise.resolve()
  })
  return { id: 'field-limits', hooks: { before: [{ matcher: () => true, handler }] } }
}

/** What is no object is refused by the endpoint itself. */
function orRefuse(schema: z.ZodType, sent: unknown): void {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return
  const [issue] = schema.safeParse(sent).error?.issues ?? []
  if (!issue) return
  const message = `${issue.path.join('.') || 'The request'}: ${issue.message}`
  throw new APIError('BAD_REQUEST', { code: 'FIELD_REFUSED', message })
}

function isTame(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.length <= LONGEST && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (depth === DEEPEST) return false
  return Object.entries(value).every(([name, inner]) => isTame(name) && isTame(inner, depth + 1))
}
