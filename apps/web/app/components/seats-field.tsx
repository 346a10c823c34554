import { MOST_UNITS } from '@paidup/api/limits'
import { useState } from 'react'
import { formatMoney } from '../money.ts'
import type { PlanPrice } from '../plan-words.ts'

/** The number of seats, and what they cost together. */
export function SeatsField({ price }: { price: PlanPrice }) {
  const [typed, setTyped] = useState('3')
  const seats = Number(typed)
  const isCounted = Number.isInteger(seats) && seats >= 1 && seats <= MOST_UNITS
  return (
    <div className="mb-4 flex items-center justify-between gap-3">
      <label className="flex items-center gap-2.5 text-sm font-medium">
        Seats
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
        {isCounted ? `${formatMoney(price.amount * seats, price.currency)}/${price.interval}` : '–'}
      </output>
    </div>
  )
}
