import { afterAll, beforeEach } from 'vitest'
import { openStripeAnswers, type StripeAnswers } from './stripe-answers.ts'
import { openTestWebhook, type TestWebhook } from './webhook.ts'

/** The webhook, empty before each test, and a Stripe whose answers a test gives; closed after the file's last test. */
export async function openForThisFile(): Promise<{ webhook: TestWebhook; answers: StripeAnswers }> {
  const webhook = await openTestWebhook()
  const answers = await openStripeAnswers()
  beforeEach(() => webhook.clear())
  afterAll(async () => {
    await answers.close()
    await webhook.close()
  })
  return { webhook, answers }
}
