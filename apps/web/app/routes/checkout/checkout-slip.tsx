import { Link } from '@remix-run/react'
import { checkoutLines, type Purchase } from '../../catalog/checkout-lines.ts'
import type { CheckoutRequest } from '../../catalog/checkout-request.server.ts'
import { CheckoutForm } from '../../catalog/checkout-form.tsx'
import { Receipt, ReceiptLines, ReceiptRule } from '../../ui/receipt.tsx'

type CheckoutSlipProps = { checkout: CheckoutRequest; purchase: Purchase }

/** What is about to be bought, and the one button that begins it. */
export function CheckoutSlip({ checkout, purchase }: CheckoutSlipProps) {
  return (
    <Receipt className="mx-auto max-w-md">
      <h1 className="text-2xl font-semibold tracking-tight text-balance">
        You are about to buy {purchase.name}
      </h1>
      <p className="mt-1.5 text-ink-soft">Nothing is charged yet. You pay on the next page.</p>
      <ReceiptRule />
      <ReceiptLines lines={checkoutLines(purchase)} />
      <ReceiptRule />
      <CheckoutForm plan={checkout.plan} interval={checkout.interval} label="Continue to payment">
        <input type="hidden" name="quantity" value={checkout.quantity} />
      </CheckoutForm>
      <p className="mt-5 text-center text-sm">
        <Link to="/pricing" className="font-semibold text-paid underline underline-offset-4">
          Back to the plans
        </Link>
      </p>
    </Receipt>
  )
}
