import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

export const CARDS = { pays: '4242424242424242', declines: '4000000000000002' }

/** Signs a new person up, whose organization is new too. */
export async function signUp(page: Page): Promise<{ email: string }> {
  const email = `shopper-${randomUUID()}@example.com`
  await page.goto('/signup')
  await fillSignUp(page, email)
  await expect(page).not.toHaveURL(/signup/)
  return { email }
}

export async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: /create account/i }).click()
}

/** From the pricing page to Stripe's hosted page. */
export async function choose(page: Page, button: string): Promise<void> {
  await page.goto('/pricing')
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('form', { name: 'Payment' })).toBeVisible()
}

export const choosePro = (page: Page) => choose(page, 'Choose Pro')

/** Pays on the hosted page, as it stands. */
export async function pay(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Ada Lovelace')
  await page.getByRole('button', { name: /^(pay|subscribe)/i }).click()
}

/** Pays on the hosted page by bank debit, which is confirmed later. */
export async function payByDebit(page: Page): Promise<void> {
  await page.getByLabel('Pay with').selectOption('sepa_debit')
  await page.getByRole('button', { name: /^(pay|subscribe)/i }).click()
}

/** The checkout session that the success page is about. */
export function sessionIdOf(page: Page): string {
  return new URL(page.url()).searchParams.get('session_id') ?? ''
}
