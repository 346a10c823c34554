export { subscriptionFrom } from '../mapping/subscription.ts'
export { fixture, signed, WEBHOOK_SECRET } from './fixtures.ts'
export { openStripeAnswers, type StripeAnswers } from './stripe-answers.ts'
export { openTestWebhook, type TestWebhook } from './webhook.ts'
