import type { Entitlement } from '@paidup/billing'

type Lapsed = NonNullable<Entitlement['lapsed']>

/** Why a subscription or a purchase that is not over grants nothing, and what would bring access. */
export function lapsedWords({ status }: Lapsed): { status: string; access: string } {
  switch (status) {
    case 'past_due':
      return { status: 'payment overdue', access: 'ended until the open invoice is paid' }
    case 'unpaid':
      return { status: 'not paid', access: 'ended until the open invoice is paid' }
    case 'paused':
      return { status: 'paused', access: 'ended until the subscription is resumed' }
    case 'disputed':
      return { status: 'payment disputed', access: 'none unless the dispute ends and the payment stands' }
    case 'pending':
      return { status: 'payment on its way', access: 'begins once the money has arrived' }
    default:
      return { status: 'not active', access: 'none at the moment' }
  }
}
