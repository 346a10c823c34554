import { processWebhook, type SignatureFault } from '@paidup/billing'
import type { ActionFunctionArgs } from '@remix-run/node'
import { answerWebhook } from '../http/answer-webhook.server.ts'

/** `POST /webhooks/stripe`, for Stripe alone. The whole story is in `processWebhook`. */
export function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { env, webhookDb: db, intake, log, clock, metrics, skewAlarm, place } = context
  const signature = request.headers.get('stripe-signature')
  const desk = {
    log: log.child({ seam: 'webhook.stripe' }),
    countDelivery: metrics.countDelivery('stripe'),
    place,
  }
  const onSignatureFault = (fault: SignatureFault) => {
    metrics.countSignatureFault('stripe', fault)
    skewAlarm(fault)
  }
  const { STRIPE_WEBHOOK_SECRET: webhookSecrets, livemode } = env
  return answerWebhook(request, desk, (rawBody) =>
    processWebhook(
      { db, intake, log, clock, webhookSecrets, livemode, onSignatureFault },
      { rawBody, signature },
    ),
  )
}

/** Remix hands every method that changes nothing to the loader: here they all are refused. */
export const loader = action
