import { z } from 'zod'
import { LAST_INSTANT } from '../core/clock.ts'
import { fault, type Fault, lengthOf, shown } from './fault.ts'

const emptyText = (value: string) => value === ''

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
