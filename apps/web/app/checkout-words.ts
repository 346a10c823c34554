import type { CheckoutState } from '@paidup/billing'

/** What the shopper is shown: a state of the checkout, or that the time is up without one. */
export type CheckoutView = CheckoutState | 'timed_out'

type Words = {
  title: string
  /** What it means and what comes next. */
  text: string
  /** How the payment stands, where the purchase is shown. */
  payment?: string
}

/**
 * What to say. Neither that a plan runs nor that none does, before it is known; nor that a payment went wrong.
 * @param plan its name, undefined while it is not known
 */
export function checkoutWords(view: CheckoutView, plan: string | undefined): Words {
  const thePlan = plan ?? 'Your plan'
  switch (view) {
    case 'finalizing':
      return {
        title: 'Finalizing your plan',
        text: 'We are waiting to hear that your payment went through. That takes a few seconds; this page updates by itself.',
        payment: 'being confirmed',
      }
    case 'timed_out':
      return {
        title: 'This is taking longer than usual',
        text: 'We have not heard back about your payment yet. You need not pay again: as soon as we hear, your plan starts by itself and shows on the billing page, whether this page is open or not.',
      }
    case 'ready':
      return {
        title: `${thePlan} is yours`,
        text: 'Your payment is confirmed, and everything in the plan is open to you from now on.',
        payment: 'confirmed',
      }
    case 'awaiting_payment':
      return {
        title: 'Waiting for your payment',
        text: `Your way of paying takes longer, sometimes a few days. ${thePlan} starts by itself once the money has arrived. You can close this page.`,
        payment: 'on its way',
      }
    case 'expired':
      return {
        title: 'This checkout has expired',
        text: 'It was not completed in time. Nothing was charged, and you can begin again whenever you like.',
      }
    case 'failed':
      return {
        title: `${thePlan} is not active`,
        text: 'The payment did not succeed, or the subscription has ended since. You can try again, also with another card.',
      }
  }
}
