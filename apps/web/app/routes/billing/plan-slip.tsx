import type { Entitlement, PaymentLine } from '@paidup/billing'
import type { Plan } from '@paidup/billing/catalog'
import { Link } from '@remix-run/react'
import { billingLines } from './billing-lines.ts'
import { paymentWords } from './payment-words.ts'
import { button } from '../../ui/button.ts'
import { FeatureList } from '../../catalog/feature-list.tsx'
import { ReceiptLines, ReceiptRule } from '../../ui/receipt.tsx'

type PlanSlipProps = {
  entitlement: Entitlement
  /** The plan that is had, or the one that has lapsed. */
  plan: Plan | null
  payments: readonly PaymentLine[]
  /** What the viewer may do about it. */
  may: { buy: boolean; portal: boolean }
}

/** What the organization has, and what it has to do to keep it. */
export function PlanSlip({ entitlement, plan, payments, may }: PlanSlipProps) {
  const payUrl = isOverdue(entitlement)
    ? payments.map((line) => paymentWords(line).payUrl).find((url) => url !== null)
    : null
  return (
    <>
      <ReceiptLines lines={plan ? billingLines(entitlement, plan) : []} />
      {payUrl && (
        <a href={payUrl} className={`${button()} mt-6 w-full`}>
          Pay the open invoice
        </a>
      )}
      {may.portal && (entitlement.interval ?? entitlement.lapsed) && (
        <form method="post" action="/portal" className="mt-4">
          <button className={`${button('quiet')} w-full`}>Card, invoices, cancellation</button>
        </form>
      )}
      <ReceiptRule />
      <h2 className="text-sm font-semibold">What you have</h2>
      <FeatureList
        features={entitlement.features}
        credits={null}
        className="mt-3 grid gap-2 sm:grid-cols-2"
      />
      {may.buy && entitlement.plan === 'free' && !entitlement.lapsed && (
        <Link to="/pricing" className={`${button()} mt-8 w-full`}>
          See plans and prices
        </Link>
      )}
    </>
  )
}

function isOverdue({ graceEndsAt, lapsed }: Entitlement): boolean {
  return graceEndsAt !== null || lapsed?.status === 'past_due' || lapsed?.status === 'unpaid'
}
