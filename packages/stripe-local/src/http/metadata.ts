import { z } from 'zod'
import { MAX_METADATA_KEYS, tooManyKeys } from '../core/fields.ts'
import type { Metadata } from '../core/rows.ts'
import { fault, lengthOf } from './fault.ts'

const MAX_KEY = 40
const MAX_VALUE = 500

/**
 * Keys to set; an empty value removes a key, and '' for the whole removes all. "You can specify up to 50 keys, with
 * key names up to 40 characters long and values up to 500 characters long. Keys and values are stored as strings and
 * can contain any characters with one exception: you can't use square brackets ([ and ]) in keys."
 * (docs.stripe.com/api/metadata)
 */
export const metadata = z.unknown().transform((value, context): Metadata | '' => {
  if (value === '') return ''
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fault(context, value, { text: `Invalid object${typeof value === 'string' ? `: ${value}` : ''}` })
  const entries = Object.entries(value).map(([key, field]) => [key, field as unknown] as const)
  const wrong = entries.map(([key, field]) => faultOf(key, field)).find((text) => text !== undefined)
  if (wrong !== undefined) return fault(context, value, { text: wrong })
  const given = Object.fromEntries(entries.map(([key, field]) => [key, String(field)]))
  const set = Object.values(given).filter((field) => field !== '').length
  return set > MAX_METADATA_KEYS ? fault(context, value, { text: tooManyKeys(set) }) : given
})

/** What is wrong with one key and its value, in Stripe's words where they are known. */
function faultOf(key: string, value: unknown): string | undefined {
  if (/[[\]]/.test(key)) return bracketsIn(key)
  if (lengthOf(key) > MAX_KEY) {
    return `Metadata keys can have up to ${MAX_KEY} characters, but you passed in a key that is ${lengthOf(key)} characters. Invalid key: ${key}`
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return `Metadata values must be strings. Invalid value: ${JSON.stringify(value)} (of the key ${key})`
  const text = String(value)
  if (lengthOf(text) <= MAX_VALUE) return undefined
  return `Metadata values can have up to ${MAX_VALUE} characters, but you passed in a value that is ${lengthOf(text)} characters. Invalid value: ${text}`
}

/** The key in `metadata[key]` at any depth, just as it stands in a form. */
const IN_FORM = /^(?:.*\[)?metadata\]?\[(.*)\]$/s

/** Why a form cannot be read as meant: brackets in a metadata key look like nesting once it is parsed. */
export function bracketedKey(source: string): string | undefined {
  for (const [name] of new URLSearchParams(source)) {
    const key = IN_FORM.exec(name)?.[1]
    if (key !== undefined && /[[\]]/.test(key)) return bracketsIn(key)
  }
  return undefined
}

const bracketsIn = (key: string): string =>
  `Metadata keys can't contain square brackets ([ and ]). Invalid key: ${key}`
