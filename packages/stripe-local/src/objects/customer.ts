import { noSuch, noSuchReference } from '../core/errors.ts'
import type { CustomerRow, Metadata } from '../core/rows.ts'
import type { World } from '../core/world.ts'

type CustomerWishes = {
  email?: string | null | undefined
  name?: string | null | undefined
  metadata?: Metadata
}

/** A new customer row with Stripe's defaults; not yet stored. */
export function customerFrom(
  world: World,
  wishes: CustomerWishes,
  testClock: string | null = null,
): CustomerRow {
  const id = world.ids.next('cus', 14)
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: world.clock.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: wishes.email ?? null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: wishes.metadata ?? {},
    name: wishes.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: testClock,
  }
}

/** The living customer with this id; 404 for one that never was. */
export function customerOf(world: World, id: string): CustomerRow {
  const row = world.store.get('customer', id)
  if (!row || row.deleted) throw noSuch('customer', id, 'customer')
  return row
}

/** The living customer a parameter names; 400 for one that never was or is deleted. */
export function referToCustomer(world: World, id: string, param = 'customer'): CustomerRow {
  const row = world.store.get('customer', id)
  if (!row || row.deleted) throw noSuchReference('customer', id, param)
  return row
}
