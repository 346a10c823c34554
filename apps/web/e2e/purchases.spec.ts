import { expect, test, type Locator, type Page } from '@playwright/test'
import { customerOf, giveDecliningCard, setDelivery, settleDebit, stripe } from './local-stripe.ts'
import { CARDS, choose, choosePro, pay, payByDebit, sessionIdOf, signUp } from './shopper.ts'

test.beforeEach(() => setDelivery({}))

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const paid = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Paid' })

/** Loads a page, again and again, until it shows something: what has to be seen after a webhook, without scripts. */
async function soon(page: Page, path: string, what: () => Locator): Promise<void> {
  await expect(async () => {
    await page.goto(path)
    await expect(what()).toBeVisible({ timeout: 1000 })
  }).toPass()
}

test('a plan that is paid once is there for good, and the payment in the history', async ({ page }) => {
  await signUp(page)
  await choose(page, 'Choose Lifetime')
  await pay(page, CARDS.pays)
  await expect(heading(page, 'Lifetime is yours')).toBeVisible()
  await page.getByRole('link', { name: 'See your plan' }).click()
  await expect(page.locator('main')).toContainText('yours for good')
  await expect(paid(page)).toContainText('$299')
})

test('credits that are bought are in the balance', async ({ page }) => {
  await signUp(page)
  await page.goto('/pricing')
  await page.getByLabel('Packs').fill('2')
  await page.getByRole('button', { name: 'Buy credits' }).click()
  await pay(page, CARDS.pays)
  await expect(heading(page, 'Your credits are here')).toBeVisible()
  await page.getByRole('link', { name: 'See your credits' }).click()
  await expect(page.locator('main')).toContainText('200 credits to spend')
  await expect(paid(page)).toContainText('$18')
})

test('a bank debit is waited for, and the plan is there once the bank has paid', async ({ page }) => {
  await signUp(page)
  await choose(page, 'Choose Lifetime')
  await payByDebit(page)
  await expect(heading(page, 'Waiting for your payment')).toBeVisible()
  const success = page.url()
  const session = await stripe.checkout.sessions.retrieve(sessionIdOf(page))
  await page.goto('/billing')
  await expect(page.locator('main')).toContainText('payment on its way')
  await settleDebit(session.payment_intent as string, true)
  await soon(page, success, () => heading(page, 'Lifetime is yours'))
})

test('an upgrade changes the one subscription and is in the history; the portal cancels it', async ({
  page,
}) => {
  const { email } = await signUp(page)
  await choosePro(page)
  await pay(page, CARDS.pays)
  await expect(heading(page, 'Pro is yours')).toBeVisible()
  await page.goto('/billing')
  await expect(page.locator('main')).toContainText('100 credits to spend')
  await page.getByLabel('Team, monthly').check()
  await page.getByLabel('Seats').fill('3')
  await page.getByRole('button', { name: 'Change plan' }).click()
  await expect(page.getByText('You have Team with 3 seats, billed monthly now.')).toBeVisible()
  await expect(paid(page)).toHaveCount(2)
  await expect(
    paid(page)
      .first()
      .getByRole('link', { name: /^Invoice of .*\d$/ }),
  ).toBeVisible()
  const { subscriptions } = await customerOf(email)
  expect(subscriptions).toMatchObject([{ items: { data: [{ quantity: 3 }] } }])

  await page.getByRole('button', { name: 'Card, invoices, cancellation' }).click()
  await page.getByRole('button', { name: 'Cancel at the end of the period' }).click()
  await expect(page.getByRole('button', { name: 'Do not cancel' })).toBeVisible()
  await soon(page, '/billing', () => page.getByText('canceled, still running'))
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an upgrade that the card declines leaves the plan as it is, with a way to pay', async ({ page }) => {
    const { email } = await signUp(page)
    await choosePro(page)
    await pay(page, CARDS.pays)
    await soon(page, '/billing', () => page.getByLabel('Pro, monthly'))
    await giveDecliningCard(email)
    await page.getByLabel('Team, yearly').check()
    await page.getByLabel('Seats').fill('0')
    await page.getByRole('button', { name: 'Change plan' }).click()
    await expect(page.getByRole('alert')).toContainText('between 1 and 1000 seats')
    await page.getByLabel('Team, yearly').check()
    await page.getByLabel('Seats').fill('3')
    await page.getByRole('button', { name: 'Change plan' }).click()
    await expect(page.getByRole('alert')).toContainText('your plan stays as it is')
    await expect(page.getByRole('link', { name: 'Pay the invoice' })).toBeVisible()
    await soon(page, '/billing', () => page.getByRole('link', { name: 'Pay now' }))
    await expect(page.getByLabel('Pro, monthly')).toBeChecked()
  })
})
