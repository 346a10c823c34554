import type { Entitlement, PaymentLine } from '@paidup/billing'
import type { Plan } from '@paidup/billing/catalog'
import { useActionData, useFetcher } from '@remix-run/react'
import { changeWords, isUnderWay, type ChangeOutcome } from './plan-change-words.ts'
import { button } from '../../ui/button.ts'
import { PlanChangeForm } from './plan-change-form.tsx'
import { useRevalidateWhile } from './use-revalidate-while.ts'

type PlanChangeProps = {
  plans: readonly Plan[]
  entitlement: Entitlement
  payments: readonly PaymentLine[]
}

/** The way to another plan, and what became of the last attempt. Nothing for who has no subscription that runs. */
export function PlanChange({ plans, entitlement, payments }: PlanChangeProps) {
  const fetcher = useFetcher<ChangeOutcome>()
  // Where no script runs, the form's answer is the page itself.
  const answer = useActionData<ChangeOutcome>()
  const outcome = fetcher.data ?? answer
  useRevalidateWhile(isUnderWay(outcome, entitlement, payments))
  const { plan, interval, seats } = entitlement
  return (
    <>
      <h2 className="text-lg font-semibold tracking-tight">Change your plan</h2>
      {outcome && fetcher.state !== 'submitting' && (
        <ChangeNotice outcome={outcome} plans={plans} entitlement={entitlement} />
      )}
      {interval && (
        <div className="mt-5">
          <PlanChangeForm
            key={`${plan}.${interval}.${seats}`}
            plans={plans}
            current={{ plan, interval, seats }}
            fetcher={fetcher}
          />
        </div>
      )}
    </>
  )
}

const TONES = {
  good: 'bg-paid-wash text-paid',
  neutral: 'bg-paper text-ink',
  bad: 'bg-alert-wash text-alert',
}

type ChangeNoticeProps = Omit<PlanChangeProps, 'payments'> & { outcome: ChangeOutcome }

function ChangeNotice({ outcome, plans, entitlement }: ChangeNoticeProps) {
  const wanted =
    outcome.state === 'refused' ? undefined : plans.find(({ key }) => key === outcome.wanted.plan)
  const { tone, text, payUrl } = changeWords(outcome, wanted, entitlement)
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`mt-4 rounded-lg px-4 py-3 text-sm font-medium ${TONES[tone]}`}
    >
      {text}
      {payUrl && (
        <p className="mt-3">
          <a href={payUrl} className={button('primary', 'small')}>
            Pay the invoice
          </a>
        </p>
      )}
    </div>
  )
}
