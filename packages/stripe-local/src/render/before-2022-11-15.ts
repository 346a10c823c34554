import type { LooseRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { inlineList } from '../objects/list.ts'
import { refundsOf } from '../objects/refund.ts'
import { beforeBasil, type Transform } from './before-basil.ts'

/** A charge listed its refunds without being asked. */
const charge: Transform = (world, row) => ({ ...row, refunds: refundsOf(world, row.id) })

/** A payment intent listed its charges, newest first. */
const paymentIntent: Transform = (world, row) => {
  const charges = world.store.all('charge').filter((made) => made.payment_intent === row.id)
  const shown = charges.reverse().map((made) => olderCharge(world, made))
  return { ...row, charges: inlineList(shown, `/v1/charges?payment_intent=${row.id}`) }
}

const olderCharge = (world: World, row: LooseRow) => {
  const bare = beforeBasil.charge?.(world, row) ?? row
  return charge(world, bare as LooseRow)
}

/** By object type: the shape of before 2025-03-31 to the shape of before 2022-11-15. */
export const beforeListsOnRequest: Record<string, Transform> = { charge, payment_intent: paymentIntent }
