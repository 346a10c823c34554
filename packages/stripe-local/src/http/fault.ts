import { z } from 'zod'

export type Fault = { code?: string; text: string }

/** Ends a transform with a fault that the API words itself; `code` is Stripe's. */
export const fault = (context: z.core.$RefinementCtx, input: unknown, { code, text }: Fault) => {
  context.issues.push({ code: 'custom', input, message: text, params: { stripe: code } })
  return z.NEVER
}

/** In code points, so that an emoji is one character. */
export const lengthOf = (text: string): number => Array.from(text).length

/** A refused value as a message shows it. */
export const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
