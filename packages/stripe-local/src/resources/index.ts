import type { Computed } from '../http/expand.ts'
import type { Route } from '../http/route.ts'
import { lineItemsOf } from '../objects/checkout-items.ts'
import { inlineList } from '../objects/list.ts'
import { refundsOf } from '../objects/refund.ts'
import { taxIdsOf } from '../objects/tax-id.ts'
import { billingPortalRoutes } from './billing-portal.ts'
import { chargeRoutes } from './charges.ts'
import { checkoutSessionRoutes } from './checkout-sessions.ts'
import { connectRoutes } from './connect.ts'
import { couponRoutes } from './coupons.ts'
import { creditNoteRoutes } from './credit-notes.ts'
import { customerRoutes } from './customers.ts'
import { disputeRoutes } from './disputes.ts'
import { eventDestinationRoutes } from './event-destinations.ts'
import { eventRoutes } from './events.ts'
import { invoiceItemRoutes } from './invoice-items.ts'
import { invoicePaymentRoutes } from './invoice-payments.ts'
import { invoiceRoutes } from './invoices.ts'
import { issuingRoutes } from './issuing.ts'
import { meterRoutes } from './meters.ts'
import { paymentIntentRoutes } from './payment-intents.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import { paymentPageRoutes } from './payment-pages.ts'
import { planRoutes } from './plans.ts'
import { priceRoutes } from './prices.ts'
import { productRoutes } from './products.ts'
import { quoteRoutes } from './quotes.ts'
import { refundRoutes } from './refunds.ts'
import { setupIntentRoutes } from './setup-intents.ts'
import { sourceRoutes } from './sources.ts'
import { subscriptionItemRoutes } from './subscription-items.ts'
import { subscriptionScheduleRoutes } from './subscription-schedules.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { taxIdRoutes } from './tax-ids.ts'
import { testClockRoutes } from './test-clocks.ts'
import { webhookEndpointRoutes } from './webhook-endpoints.ts'

/** THE table of endpoints: a new resource is one line here. */
export const routes: readonly Route[] = [
  ...customerRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...checkoutSessionRoutes,
  ...subscriptionRoutes,
  ...subscriptionItemRoutes,
  ...invoiceRoutes,
  ...invoiceItemRoutes,
  ...invoicePaymentRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...paymentMethodRoutes,
  ...couponRoutes,
  ...taxIdRoutes,
  ...testClockRoutes,
  ...billingPortalRoutes,
  ...eventRoutes,
  ...eventDestinationRoutes,
  ...webhookEndpointRoutes,
  ...planRoutes,
  ...quoteRoutes,
  ...creditNoteRoutes,
  ...subscriptionScheduleRoutes,
  ...connectRoutes,
  ...issuingRoutes,
  ...sourceRoutes,
  ...paymentPageRoutes,
  ...meterRoutes,
]

/** Fields that exist only when they are expanded. */
export const computed: Computed = {
  charge: { refunds: (world, { id }) => refundsOf(world, id) },
  'checkout.session': {
    line_items: (world, { id }) =>
      inlineList(lineItemsOf(world, id), `/v1/checkout/sessions/${id}/line_items`),
  },
  customer: {
    tax_ids: (world, { id }) => inlineList(taxIdsOf(world, id).reverse(), `/v1/customers/${id}/tax_ids`),
    subscriptions: (world, { id }) =>
      inlineList(
        world.store
          .all('subscription')
          .filter((row) => row.customer === id && row.ended_at === null)
          .reverse(),
        `/v1/customers/${id}/subscriptions`,
      ),
  },
  invoice: {
    payments: (world, { id }) =>
      inlineList(
        world.store.all('invoice_payment').filter((row) => row.invoice === id),
        `/v1/invoices/${id}/payments`,
      ),
  },
}
