import { z } from 'zod'
import { UnexpectedShape } from '../errors.ts'

/** PostgreSQL's text can't hold U+0000; ids and keys of Stripe have at most 255 characters, metadata values 500. */
export const anyText = z
  .string()
  .max(500)
  .regex(/^[^\0]*$/, 'must not contain a NUL character')
export const text = anyText.min(1).max(255)
/** A reference, which is the object itself where the one who asked had it expanded. */
export const idOf = z.union([text, z.object({ id: text }).transform((object) => object.id)])
/** Seconds since 1970, up to the year 9999. */
export const second = z.number().int().min(0).max(253_402_300_799).transform(instantFrom)
/** Minor units; Stripe's amounts have at most twelve digits. */
export const amount = z.number().int().min(0).max(999_999_999_999)
export const quantity = z.number().int().min(0).max(2_147_483_647)
export const currency = z.string().regex(/^[a-z]{3}$/, 'must be a currency in three lowercase letters')
/** Addresses of hosted invoices carry long tokens. */
export const url = z
  .string()
  .max(5000)
  .regex(/^https?:\/\/[^\0\s]+$/, 'must be a web address')

/** The instant of a Stripe timestamp. @param seconds since 1970, whole */
export function instantFrom(seconds: number): Date {
  return new Date(seconds * 1000)
}

/** The Stripe timestamp of an instant: seconds since 1970. */
export function secondsOf(instant: Date): number {
  return instant.getTime() / 1000
}

/** Checks a shape. The message names the fields that are wrong and never what is in them. */
export function shaped<T extends z.ZodType>(shape: T, object: unknown): z.infer<T> {
  const parsed = shape.safeParse(object)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`)
  throw new UnexpectedShape(faults.join('; '))
}
