import { expect, test } from '@playwright/test'
import { signUp } from './shopper.ts'

for (const [device, viewport] of Object.entries({
  'a desktop': { width: 1280, height: 800 },
  'a phone': { width: 360, height: 740 },
})) {
  test(`every page fits ${device}, without a fault in the browser`, async ({ page }) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    await page.setViewportSize(viewport)
    const fits = async (path: string) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    for (const path of ['/', '/pricing', '/pricing?interval=year', '/login', '/signup']) await fits(path)
    await signUp(page)
    const checkout = '/checkout?plan=team&interval=year&quantity=3'
    for (const path of ['/billing', '/pricing', '/success', checkout]) await fits(path)
    expect(faults).toEqual([])
  })
}

test('the prices follow the interval, and the seats', async ({ page }) => {
  await page.goto('/pricing')
  const team = page.getByRole('region', { name: 'Team' })
  await expect(team).toContainText('$15per seat per month')
  await page.getByRole('link', { name: /Yearly/ }).click()
  await expect(team).toContainText('$150per seat per year')
  await team.getByLabel('Seats').fill('5')
  await expect(team.getByRole('status')).toHaveText('$750/year')
})

test('seats that cannot be sold are not sent', async ({ page }) => {
  await page.goto('/pricing')
  const team = page.getByRole('region', { name: 'Team' })
  await team.getByLabel('Seats').fill('0')
  await team.getByRole('button', { name: 'Choose Team' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
  await expect(team.getByRole('button', { name: 'Choose Team' })).toBeEnabled()
})

test('an address without a page is a 404 with a way out, for who is signed in too', async ({ page }) => {
  await signUp(page)
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.getByRole('link', { name: 'Start page' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('the success page without a checkout says so', async ({ page }) => {
  await signUp(page)
  await page.goto('/success')
  await expect(page.getByRole('heading', { name: 'No checkout to show' })).toBeVisible()
})
