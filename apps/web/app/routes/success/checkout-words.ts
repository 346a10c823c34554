import type { CheckoutState } from '@paidup/billing'
import type { ForSale } from '../../catalog/for-sale.server.ts'

/** What the shopper is shown: a state of the checkout, or that the time is up without one. */
export type CheckoutView = CheckoutState | 'timed_out'

/** What was bought, as far as the words differ. */
export type Bought = Pick<ForSale, 'kind' | 'name'>

type Words = {
  title: string
  /** What it means and what comes next. */
  text: string
  /** How the payment stands, where the purchase is shown. */
  payment?: string
}

/**
 * What to say. Neither that a plan runs nor that none does, before it is known; nor that a payment went wrong.
 * @param bought undefined while it is not known; nearly always it is a plan then
 */
export function checkoutWords(view: CheckoutView, bought: Bought | undefined): Words {
  const isCredits = bought?.kind === 'credits'
  const it = isCredits ? 'your credits' : 'your plan'
  switch (view) {
    case 'finalizing':
      return {
        title: `Finalizing ${it}`,
        text: 'We are waiting to hear that your payment went through. That takes a few seconds; this page updates by itself.',
        payment: 'being confirmed',
      }
    case 'timed_out':
      return {
        title: 'This is taking longer than usual',
        text: `We have not heard back about your payment yet. You need not pay again: as soon as we hear, ${it} ${isCredits ? 'arrive by themselves and show' : 'starts by itself and shows'} on the billing page, whether this page is open or not.`,
      }
    case 'ready':
      return readyWords(bought)
    case 'awaiting_payment':
      return {
        title: 'Waiting for your payment',
        text: `Your way of paying takes longer, sometimes a few days. ${isCredits ? 'Your credits arrive by themselves' : `${nameOf(bought)} starts by itself`} once the money is there. You can close this page.`,
        payment: 'on its way',
      }
    case 'expired':
      return {
        title: 'This checkout has expired',
        text: 'It was not completed in time. Nothing was charged, and you can begin again whenever you like.',
      }
    case 'failed':
      return failedWords(bought)
  }
}

function readyWords(bought: Bought | undefined): Words {
  const payment = 'confirmed'
  switch (bought?.kind) {
    case 'credits':
      return {
        title: 'Your credits are here',
        text: 'Your payment is confirmed, and the credits are yours to spend. They do not expire.',
        payment,
      }
    case 'lifetime':
      return {
        title: `${bought.name} is yours`,
        text: 'Your payment is confirmed, and everything in the plan is open to you from now on, for good.',
        payment,
      }
    case 'subscription':
    case undefined:
      return {
        title: `${nameOf(bought)} is yours`,
        text: 'Your payment is confirmed, and everything in the plan is open to you from now on.',
        payment,
      }
  }
}

function failedWords(bought: Bought | undefined): Words {
  const again = 'You can try again, also with another card.'
  switch (bought?.kind) {
    case 'credits':
      return {
        title: 'These credits were not bought',
        text: `The payment did not succeed, or was given back since. ${again}`,
      }
    case 'lifetime':
      return {
        title: `${bought.name} is not active`,
        text: `The payment did not succeed, or was given back since. ${again}`,
      }
    case 'subscription':
    case undefined:
      return {
        title: `${nameOf(bought)} is not active`,
        text: `The payment did not succeed, or the subscription has ended since. ${again}`,
      }
  }
}

function nameOf(bought: Bought | undefined): string {
  return bought?.name ?? 'Your plan'
}
