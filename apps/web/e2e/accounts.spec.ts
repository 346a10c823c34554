import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { fillSignUp, signUp } from './shopper.ts'

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
}

test('a new person signs up, has an organization on the free plan, signs out and logs in again', async ({
  page,
}) => {
  const { email } = await signUp(page)
  await expect(page).toHaveURL(/\/billing$/)
  await expect(page.getByText('Ada Lovelace’s team')).toBeVisible()

  await signOut(page)
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Ada Lovelace’s team')).toBeVisible()
})

test('a wrong password is said plainly, what was typed stays, and the field has the focus', async ({
  page,
}) => {
  const { email } = await signUp(page)
  await signOut(page)
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('another password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('do not match')
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await expect(page.getByLabel('Password')).toBeFocused()
})

test('a short password and a taken address are said at their fields', async ({ page }) => {
  const { email } = await signUp(page)
  await signOut(page)
  await page.goto('/signup')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/at least 8 characters/)
  await fillSignUp(page, email)
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/already/)
})

test('a link to elsewhere is not followed after signing in', async ({ page }) => {
  await page.goto(`/signup?redirectTo=${encodeURIComponent('/..//evil.example/')}`)
  await fillSignUp(page, `shopper-${randomUUID()}@example.com`)
  await expect(page).toHaveURL(/\/billing$/)
})

test('the billing page asks for a login and comes back; who is signed in is not asked again', async ({
  page,
}) => {
  await page.goto('/billing')
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fbilling/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillSignUp(page, `shopper-${randomUUID()}@example.com`)
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible()
  await page.goto('/login')
  await expect(page).toHaveURL(/\/billing$/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('signing up, a fault in the form, and choosing a plan all work', async ({ page }) => {
    await page.goto('/pricing?interval=year')
    await page.getByRole('button', { name: 'Choose Team' }).click()
    await fillSignUp(page, 'not an address')
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/e-mail address/)
    await fillSignUp(page, `shopper-${randomUUID()}@example.com`)
    await expect(page.getByRole('heading', { name: 'You are about to buy Team' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await expect(page.getByRole('form', { name: 'Payment' })).toBeVisible()
    await expect(page.getByText('Qty 3')).toBeVisible()
  })
})
