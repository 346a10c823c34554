import { expect, test, type Page } from '@playwright/test'
import { answersTo, releaseHeld, setDelivery, stripe } from './local-stripe.ts'
import { comeBack, takeTime } from './page-time.ts'
import { CARDS, choosePro, fillSignUp, pay, sessionIdOf, signUp } from './shopper.ts'

test.beforeEach(() => setDelivery({}))
test.afterAll(() => setDelivery({}))

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

test('a visitor chooses Pro, signs up, pays, sees it being finalized and then the plan', async ({ page }) => {
  await setDelivery({
    delayByType: {
      'customer.subscription.created': 1500,
      'customer.subscription.updated': 1500,
      'checkout.session.completed': 1000,
    },
    redirectWaitMs: 0,
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'Pricing' }).first().click()
  await page.getByRole('button', { name: 'Choose Pro' }).click()
  await fillSignUp(page, `walk-${Date.now()}@example.com`)
  await expect(heading(page, 'You are about to buy Pro')).toBeVisible()
  await expect(page.locator('main')).toContainText('$19 per month')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('form', { name: 'Payment' })).toBeVisible()
  await pay(page, CARDS.pays)

  await expect(heading(page, 'Finalizing your plan')).toBeVisible()
  await expect(page.locator('main')).not.toContainText(/free|active/i)
  await expect(heading(page, 'Pro is yours')).toBeVisible()
  await page.getByRole('link', { name: 'See your plan' }).click()
  await expect(page.locator('main')).toContainText('Pro')
  await expect(page.locator('main')).toContainText('renews')
})

test('a webhook that comes five seconds late still makes the plan ready, and the polling ends', async ({
  page,
}) => {
  const time = await takeTime(page)
  await signUp(page)
  await choosePro(page)
  await setDelivery({ hold: ['*'], redirectWaitMs: 0 })
  await pay(page, CARDS.pays)
  await expect(heading(page, 'Finalizing your plan')).toBeVisible()
  await time.pass(5)
  await expect(heading(page, 'Finalizing your plan')).toBeVisible()
  await setDelivery({})
  await releaseHeld()
  await expect(async () => {
    await time.pass(1)
    await expect(heading(page, 'Pro is yours')).toBeVisible({ timeout: 500 })
  }).toPass({ intervals: [0] })
  const asked = time.asked()
  expect(asked).toBeGreaterThan(4)
  await time.pass(5)
  expect(time.asked()).toBe(asked)
})

test('the page is right at once where the webhook beat the redirect, and is hydrated without a fault', async ({
  page,
}) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  const time = await takeTime(page)
  await signUp(page)
  await choosePro(page)
  await pay(page, CARDS.pays)
  await expect(heading(page, 'Pro is yours')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Pro is yours')).toBeVisible()
  const asked = time.asked()
  await time.pass(3)
  expect(time.asked()).toBe(asked)
  expect(faults).toEqual([])
})

test('without a webhook it says so after thirty seconds, stops asking, and asks again on demand', async ({
  page,
}) => {
  const time = await takeTime(page)
  await signUp(page)
  await choosePro(page)
  await setDelivery({ hold: ['*'], redirectWaitMs: 0 })
  await pay(page, CARDS.pays)
  await expect(heading(page, 'Finalizing your plan')).toBeVisible()
  await time.pass(15)
  await expect(heading(page, 'Finalizing your plan')).toBeVisible()
  await time.pass(16)
  await expect(heading(page, 'This is taking longer than usual')).toBeVisible()
  await expect(page.locator('main')).not.toContainText(/free|active/i)

  const asked = time.asked()
  expect(asked).toBeGreaterThan(10)
  expect(asked).toBeLessThanOrEqual(31)
  await comeBack(page)
  await time.pass(4)
  expect(time.asked()).toBe(asked)

  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(heading(page, 'Finalizing your plan')).toBeVisible()
  await time.pass(3)
  expect(time.asked()).toBeGreaterThan(asked + 1)
  await setDelivery({})
  await releaseHeld()
  await expect(heading(page, 'Pro is yours')).toBeVisible()
})

test('who goes back from the payment is where the purchase was asked about, and can go on', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/checkout?plan=team&interval=year&quantity=4')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('Qty 4')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'You are about to buy Team')).toBeVisible()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('Qty 4')).toBeVisible()
})

test('a declined card leaves the shopper on the hosted page, where another card pays', async ({ page }) => {
  await signUp(page)
  await choosePro(page)
  await pay(page, CARDS.declines)
  await expect(page.getByText(/declined/i).first()).toBeVisible()
  await expect(page.getByRole('form', { name: 'Payment' })).toBeVisible()
  await pay(page, CARDS.pays)
  await expect(heading(page, 'Pro is yours')).toBeVisible({ timeout: 15_000 })
})

test('an event that Stripe sends again is a duplicate, and nothing is written twice', async ({ page }) => {
  await signUp(page)
  await choosePro(page)
  await pay(page, CARDS.pays)
  await expect(heading(page, 'Pro is yours')).toBeVisible()
  const { data } = await stripe.events.list({ type: 'checkout.session.completed', limit: 1 })
  const event = data[0]?.id ?? ''
  await stripe.rawRequest('POST', `/v1/events/${event}/retry`)
  await expect.poll(() => answersTo(event)).toEqual(['{"outcome":"processed"}', '{"outcome":"duplicate"}'])
})

test('a double click on the plan begins one checkout', async ({ page }) => {
  const { email } = await signUp(page)
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Choose Pro' }).dblclick()
  await expect(page.getByRole('form', { name: 'Payment' })).toBeVisible()
  const { data: customers } = await stripe.customers.list({ email })
  expect(customers).toHaveLength(1)
  const { data: sessions } = await stripe.checkout.sessions.list({ customer: customers[0]?.id ?? '' })
  expect(sessions).toHaveLength(1)
})

test('an expired checkout says that nothing was charged', async ({ page }) => {
  await signUp(page)
  await choosePro(page)
  const sessionId = /cs_test_\w+/.exec(page.url())?.[0] ?? ''
  await page.goto(`/success?session_id=${sessionId}`)
  await expect(heading(page, 'Finalizing your plan')).toBeVisible()
  await stripe.checkout.sessions.expire(sessionId)
  await expect(heading(page, 'This checkout has expired')).toBeVisible({ timeout: 15_000 })
})

test('another organization’s checkout is not found', async ({ page, browser }) => {
  await signUp(page)
  await choosePro(page)
  await pay(page, CARDS.pays)
  await expect(heading(page, 'Pro is yours')).toBeVisible()

  const stranger = await browser.newPage()
  await signUp(stranger)
  const response = await stranger.goto(page.url())
  expect(response?.status()).toBe(404)
  await expect(stranger.locator('main')).not.toContainText('Pro is yours')
  await stranger.close()
})

test('who is not signed in is asked to, and comes back to the checkout', async ({ page, browser }) => {
  const { email } = await signUp(page)
  await choosePro(page)
  await pay(page, CARDS.pays)
  await expect(heading(page, 'Pro is yours')).toBeVisible()
  const sessionId = sessionIdOf(page)

  const elsewhere = await browser.newPage()
  await elsewhere.goto(`/success?session_id=${sessionId}`)
  await expect(elsewhere).toHaveURL(/\/login/)
  await elsewhere.getByLabel('E-mail').fill(email)
  await elsewhere.getByLabel('Password').fill('correct horse battery')
  await elsewhere.getByRole('button', { name: 'Log in' }).click()
  await expect(heading(elsewhere, 'Pro is yours')).toBeVisible()
  await elsewhere.close()
})
