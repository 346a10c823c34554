import { formatMoney } from '../ui/money.ts'
import type { PlanPrice } from './plan-words.ts'

/** Something that is about to be bought. */
export type Purchase = {
  name: string
  /** Of one. */
  price: PlanPrice
  /** What it is counted in, where it is sold by the number. */
  unit: 'seat' | 'pack' | null
  quantity: number
}

/** What is bought, how many of it, and what there is to pay, as lines of a receipt. */
export function checkoutLines({ name, price, unit, quantity }: Purchase): { term: string; fact: string }[] {
  const { amount, currency, interval } = price
  const money = (units: number) => formatMoney(amount * units, currency)
  return [
    { term: name, fact: unit ? `${money(1)} per ${unit}` : money(1) },
    ...(unit ? [{ term: `${unit}s`, fact: String(quantity) }] : []),
    { term: 'to pay', fact: `${money(quantity)} ${interval ? `per ${interval}` : 'once'}` },
  ]
}
