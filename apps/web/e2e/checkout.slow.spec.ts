import { expect, test, type Page } from '@playwright/test'
import { releaseHeld, setDelivery } from './local-stripe.ts'
import { comeBack, isPoll } from './page-time.ts'
import { CARDS, choosePro, pay, signUp } from './shopper.ts'

// What the other tests of a checkout see with the page's clock in their hands, here in real time.

test.beforeEach(() => setDelivery({}))
test.afterAll(() => setDelivery({}))

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

test('five real seconds late, a webhook still makes the plan ready, and the polling ends', async ({
  page,
}) => {
  await signUp(page)
  await choosePro(page)
  await setDelivery({ delayMs: 5000, redirectWaitMs: 0 })
  await pay(page, CARDS.pays)
  await expect(heading(page, 'Finalizing your plan')).toBeVisible()
  await expect(heading(page, 'Pro is yours')).toBeVisible()
  await expect(page.waitForRequest(isPoll, { timeout: 3000 })).rejects.toThrow('Timeout')
})

test('after thirty real seconds without a webhook it says so, stops asking, and asks again on demand', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signUp(page)
  await choosePro(page)
  await setDelivery({ hold: ['*'], redirectWaitMs: 0 })
  let polls = 0
  page.on('request', (request) => void (isPoll(request) && (polls += 1)))
  await pay(page, CARDS.pays)
  await expect(heading(page, 'Finalizing your plan')).toBeVisible()
  await expect(heading(page, 'This is taking longer than usual')).toBeVisible({ timeout: 40_000 })

  const asked = polls
  expect(asked).toBeGreaterThan(10)
  expect(asked).toBeLessThanOrEqual(31)
  await comeBack(page)
  await expect(page.waitForRequest(isPoll, { timeout: 3500 })).rejects.toThrow('Timeout')
  expect(polls).toBe(asked)

  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(heading(page, 'Finalizing your plan')).toBeVisible()
  await expect.poll(() => polls).toBeGreaterThan(asked + 1)
  await setDelivery({})
  await releaseHeld()
  await expect(heading(page, 'Pro is yours')).toBeVisible()
})
