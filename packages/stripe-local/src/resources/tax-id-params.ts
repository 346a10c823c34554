import { choice, text } from '../http/values.ts'
import { taxIdTypes } from './tax-id-types.ts'

/** What a tax ID is made of, by itself and with a new customer. */
export const taxIdShape = { type: choice(...taxIdTypes), value: text }
