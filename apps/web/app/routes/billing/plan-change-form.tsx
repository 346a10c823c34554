import { MOST_UNITS } from '@paidup/api/limits'
import type { BillingInterval, Plan, PlanKey } from '@paidup/billing/catalog'
import type { FetcherWithComponents } from '@remix-run/react'
import { formatMoney } from '../../ui/money.ts'
import { button } from '../../ui/button.ts'

type PlanChangeFormProps = {
  /** What can be subscribed to. */
  plans: readonly Plan[]
  current: { plan: PlanKey; interval: BillingInterval; seats: number }
  fetcher: Pick<FetcherWithComponents<unknown>, 'Form' | 'state'>
}

/** Another plan, interval or number of seats for who has a subscription. Needs no script. */
export function PlanChangeForm({ plans, current, fetcher }: PlanChangeFormProps) {
  const isBusy = fetcher.state === 'submitting'
  const offers = plans.flatMap((plan) =>
    plan.prices.map((price) => {
      const isCurrent = plan.key === current.plan && price.interval === current.interval
      return { plan, price, isCurrent }
    }),
  )
  return (
    <fetcher.Form method="post" action="/billing" noValidate className="group">
      <fieldset className="space-y-2">
        <legend className="sr-only">Plan</legend>
        {offers.map(({ plan, price, isCurrent }) => (
          <label
            key={price.lookupKey}
            className="flex items-baseline gap-3 rounded-lg border border-line px-4 py-3 text-sm has-checked:border-paid has-checked:bg-paid-wash"
          >
            <input
              type="radio"
              name="offer"
              value={`${plan.key}.${price.interval}`}
              defaultChecked={isCurrent}
              data-seats={plan.isPerSeat ? '' : undefined}
              className="translate-y-0.5 accent-paid"
            />
            <span className="grow font-medium">
              {plan.name}, {price.interval === 'year' ? 'yearly' : 'monthly'}
              {isCurrent && <span className="font-normal text-ink-soft"> (now)</span>}
            </span>
            <span className="text-right whitespace-nowrap text-ink-soft tabular-nums">
              {formatMoney(price.amount, price.currency)}
              {plan.isPerSeat && ' per seat'}
            </span>
          </label>
        ))}
      </fieldset>
      <label className="mt-4 hidden items-center gap-3 text-sm font-medium group-has-[[data-seats]:checked]:flex">
        Seats
        <input
          name="quantity"
          type="number"
          min={1}
          max={MOST_UNITS}
          inputMode="numeric"
          defaultValue={current.seats}
          className="w-24 rounded-lg border border-ink-soft/50 bg-white px-3 py-2 text-base tabular-nums"
        />
      </label>
      <p className="mt-4 text-sm text-ink-soft">
        What is more is charged now, for the rest of the period. What is less is taken off the next invoice.
      </p>
      <button className={`${button()} mt-5 w-full`} disabled={isBusy}>
        {isBusy ? 'Changing…' : 'Change plan'}
      </button>
    </fetcher.Form>
  )
}
