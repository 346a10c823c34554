import type { PaymentLine } from '@paidup/billing'
import { Link } from '@remix-run/react'
import { formatDay } from '../../ui/dates.ts'
import type { PaymentPage } from './payment-page.server.ts'
import { paymentWords } from './payment-words.ts'
import { button } from '../../ui/button.ts'

const LINK = 'text-paid underline underline-offset-4'

const TONES = { good: 'text-paid', neutral: 'text-ink', bad: 'text-alert' }

/** What happened to the money, a page of it, the newest first. */
export function PaymentList({ lines, olderAfter, isNewest }: PaymentPage) {
  return (
    <>
      <h2 className="text-lg font-semibold tracking-tight">Payments</h2>
      {lines.length === 0 && (
        <p className="mt-3 text-sm text-ink-soft">{isNewest ? 'No payments yet.' : 'No older payments.'}</p>
      )}
      <ul className="mt-2 divide-y divide-dashed divide-line">
        {lines.map((line) => (
          <Payment key={line.businessKey} line={line} />
        ))}
      </ul>
      <p className="mt-3 flex gap-4 text-sm">
        {!isNewest && (
          <Link to="/billing" className={LINK}>
            Newest payments
          </Link>
        )}
        {olderAfter && (
          <Link to={`/billing?${new URLSearchParams({ before: olderAfter }).toString()}`} className={LINK}>
            Older payments
          </Link>
        )}
      </p>
    </>
  )
}

function Payment({ line }: { line: PaymentLine }) {
  const { what, tone, amount, payUrl } = paymentWords(line)
  const day = formatDay(line.occurredAt)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5 text-sm">
      <div className="grow">
        <p className={`font-medium ${TONES[tone]}`}>{what}</p>
        <p className="text-ink-soft">{day}</p>
      </div>
      <div className="text-right">
        <p className="font-mono font-medium tabular-nums">{amount}</p>
        <p className="flex gap-3">
          {line.hostedInvoiceUrl && (
            <InvoiceLink to={line.hostedInvoiceUrl} label="Invoice" title={`Invoice of ${day}`} />
          )}
          {line.invoicePdf && (
            <InvoiceLink to={line.invoicePdf} label="PDF" title={`Invoice of ${day}, PDF`} />
          )}
        </p>
      </div>
      {payUrl && (
        <a href={payUrl} className={`${button('primary', 'small')} w-full`}>
          Pay now
        </a>
      )}
    </li>
  )
}

function InvoiceLink({ to, label, title }: { to: string; label: string; title: string }) {
  return (
    <a href={to} aria-label={title} className={LINK}>
      {label}
    </a>
  )
}
