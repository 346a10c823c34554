import type { Db } from '@paidup/db'
import { planByKey } from '../catalog/lookup.ts'
import { countMembers } from '../sql/count-members.ts'
import { CheckoutRefused } from './checkout-refused.ts'

type WantedSeats = { orgId: string; product: string; quantity: number }

/**
 * Refuses a plan with fewer seats than the org has members: nobody is put out by a purchase. Who joins while it is being
 * made stays, over the number.
 * @throws CheckoutRefused `seats_in_use`
 */
export async function refuseTooFewSeats(db: Db, { orgId, product, quantity }: WantedSeats): Promise<void> {
  const plan = planByKey(product)
  if (!plan) return
  const members = await countMembers(db, orgId)
  const seats = plan.isPerSeat ? quantity : 1
  if (members <= seats) return
  const wayOut = plan.isPerSeat ? `Choose at least ${members} seats` : 'Choose a plan with more seats'
  throw new CheckoutRefused(
    'seats_in_use',
    `This organization has ${members} members, and ${plan.name} would have ${seats === 1 ? '1 seat' : `${seats} seats`}. ` +
      `${wayOut}, or remove members first. Nothing was changed.`,
  )
}
