import { MOST_UNITS } from '@paidup/api/limits'
import { useState } from 'react'
import { formatMoney } from '../ui/money.ts'
import type { PlanPrice } from './plan-words.ts'

type UnitsFieldProps = {
  label: string
  price: PlanPrice
  /** What it begins with. */
  initial: number
}

/** The number of seats or credit packs, and what they cost together. */
export function UnitsField({ label, price, initial }: UnitsFieldProps) {
  const [typed, setTyped] = useState(String(initial))
  const units = Number(typed)
  const isCounted = Number.isInteger(units) && units >= 1 && units <= MOST_UNITS
  const total = isCounted && formatMoney(price.amount * units, price.currency)
  return (
    <div className="mb-4 flex items-center justify-between gap-3">
      <label className="flex items-center gap-2.5 text-sm font-medium">
        {label}
        <input
          name="quantity"
          type="number"
          min={1}
          max={MOST_UNITS}
          required
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="w-20 rounded-lg border border-ink-soft/50 bg-white px-3 py-2 text-base tabular-nums"
        />
      </label>
      <output className="font-mono text-sm text-ink-soft">
        {total ? (price.interval ? `${total}/${price.interval}` : total) : '–'}
      </output>
    </div>
  )
}
