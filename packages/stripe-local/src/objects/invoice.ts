import { noSuch } from '../core/errors.ts'
import type { InvoiceRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'

export function invoiceOf(world: World, id: string): InvoiceRow {
  const row = world.store.get('invoice', id)
  if (!row) throw noSuch('invoice', id, 'invoice')
  return row
}
