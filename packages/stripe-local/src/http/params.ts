import { z } from 'zod'
import { LAST_INSTANT } from '../core/clock.ts'
import type { StripeError } from '../core/errors.ts'
import { invalidRequest, missingParam } from '../core/errors.ts'
import { fault, lengthOf, shown, type Fault } from './fault.ts'

const emptyText = (value: string) => value === ''
const unset = (path: string) =>
  `You passed an empty string for '${path}'. We assume empty values are attempts to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`

/** As Stripe shows it: the middle of a long text is left out. */
const tooLong = (value: string, most: number) =>
  `Invalid string: ${value.slice(0, 10)}...${value.slice(-10)}; must be at most ${most} characters`

/** A string of at most `most` characters; empty is refused, as Stripe reads it as an attempt to unset. */
export const textUpTo = (most: number) =>
  z.string().transform((value, context) => {
    if (emptyText(value)) return fault(context, value, { code: 'parameter_invalid_empty', text: 'empty' })
    return lengthOf(value) > most ? fault(context, value, { text: tooLong(value, most) }) : value
  })
/** A string of at most `most` characters that an empty value clears. */
export const clearableUpTo = (most: number) =>
  z.string().transform((value, context) => {
    if (emptyText(value)) return null
    return lengthOf(value) > most ? fault(context, value, { text: tooLong(value, most) }) : value
  })
/** What every string may have that has no limit of its own (github.com/stripe/openapi, `maxLength`). */
const LONGEST_TEXT = 5000
export const text = textUpTo(LONGEST_TEXT)
export const clearable = clearableUpTo(LONGEST_TEXT)
const invalidInteger = (value: unknown): Fault => ({
  code: 'parameter_invalid_integer',
  text: `Invalid integer: ${shown(value)}`,
})
/** Forms carry text, JSON carries numbers: both are read. */
export const int = z.unknown().transform((value, context) => {
  const isWritten = typeof value === 'string' && /^-?\d+$/.test(value)
  const number = isWritten ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : fault(context, value, invalidInteger(value))
})
/** A whole number within bounds, both included. */
export const intFrom = (least: number, most: number) =>
  int.transform((value, context) => {
    if (value >= least && value <= most) return value
    return fault(context, value, {
      code: 'parameter_invalid_integer',
      text: `Invalid integer: ${value}; must be from ${least} to ${most}`,
    })
  })
/** An instant in Unix seconds, at most {@link LAST_INSTANT}. */
export const timestamp = int.transform((value, context) => {
  if (value >= 0 && value <= LAST_INSTANT) return value
  return fault(context, value, {
    text: `Invalid timestamp: ${value}; must be an integer Unix timestamp in seconds, from 0 to ${LAST_INSTANT}`,
  })
})
/** The longest trial is two years (docs.stripe.com/api/subscriptions/create: "at most two years"). */
export const trialDays = intFrom(0, 730)
export const decimal = z.unknown().transform((value, context) => {
  const number = typeof value === 'object' ? NaN : Number(value)
  if (value !== '' && Number.isFinite(number)) return number
  return fault(context, value, {
    code: 'parameter_invalid_decimal',
    text: `Invalid decimal: ${shown(value)}`,
  })
})
export const flag = z.unknown().transform((value, context) => {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  return fault(context, value, { text: `Invalid boolean: ${shown(value)}` })
})
export const choice = <const T extends readonly [string, ...string[]]>(...values: T) => z.enum(values)
/** The instant, or null when an empty value clears it. */
export const clearableTimestamp = z.union([z.literal('').transform(() => null), timestamp])
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

const inBrackets = (path: readonly PropertyKey[]) =>
  path.map((key, index) => (index === 0 ? String(key) : `[${String(key)}]`)).join('')

/** The first fault zod found, worded and coded as Stripe does. */
export function paramError(error: z.ZodError): StripeError {
  const issue = deepest(error.issues[0] as z.core.$ZodIssue)
  const path = inBrackets(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => inBrackets([...issue.path, key]))
    const plural = names.length > 1 ? 's' : ''
    return invalidRequest(
      `Received unknown parameter${plural}: ${names.join(', ')}`,
      names[0],
      'parameter_unknown',
    )
  }
  if (issue.input === undefined) return missingParam(path)
  if (issue.code === 'custom') {
    const code = issue.params?.stripe as string | undefined
    return invalidRequest(issue.message === 'empty' ? unset(path) : issue.message, path, code)
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String)
    const last = values.pop() ?? ''
    return invalidRequest(
      `Invalid ${path}: must be one of ${values.length ? `${values.join(', ')}, or ${last}` : last}`,
      path,
    )
  }
  const wanted = issue.code === 'invalid_type' ? (shapes.get(issue.expected) ?? 'value') : 'value'
  return invalidRequest(`Invalid ${wanted}${typeof issue.input === 'string' ? `: ${issue.input}` : ''}`, path)
}

const shapes = new Map<string, string>([
  ['array', 'array'],
  ['object', 'object'],
  ['record', 'object'],
  ['string', 'string'],
])

/** Of a union's complaints, the last branch speaks (the structured one); paths are made absolute. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue
  const inner = issue.errors.at(-1)?.[0]
  return inner ? deepest({ ...inner, path: [...issue.path, ...inner.path] }) : issue
}
