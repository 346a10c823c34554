import { z } from 'zod'
import { anyText } from '../stripe/shape.ts'

/** What we write to Stripe's objects and find there again: read and written here alone. */
export const metadata = z.record(z.string(), anyText).nullish()

type Metadata = z.infer<typeof metadata>

/** What a checkout sells, to whom. */
export type Sale = { orgId: string; userId: string; product: string; quantity: number }

/** The org that an object is for, where its metadata name one. */
export function orgOf(found: Metadata): string | null {
  return found?.['org_id'] || null
}

/** What a session says of its sale; `quantity` is 1 where it says no sensible number. */
export function saleOf(found: Metadata): { userId: string | null; product: string | null; quantity: number } {
  const count = found?.['quantity'] ?? ''
  return {
    userId: found?.['user_id'] ?? null,
    product: found?.['plan'] ?? null,
    quantity: /^[1-9]\d{0,3}$/.test(count) ? Number(count) : 1,
  }
}

/** The metadata of an object that is for an org. */
export function metadataOfOrg(orgId: string): Record<string, string> {
  return { org_id: orgId }
}

/** The metadata of a checkout session. */
export function metadataOfSale({ orgId, userId, product, quantity }: Sale): Record<string, string> {
  return { org_id: orgId, user_id: userId, plan: product, quantity: String(quantity) }
}
