import type { Page, Request } from '@playwright/test'

/** The time of a page in the hands of the test, and what the page asks about its checkout meanwhile. */
export interface PageTime {
  /** How often it has asked so far. */
  asked(): number
  /** Lets so many of its seconds pass, one by one, each with the answers to what it asked. */
  pass(seconds: number): Promise<void>
}

/**
 * Takes the clock of a page, before the page is loaded, so that what it waits for does not have to be waited out. It
 * also goes on by itself.
 */
export async function takeTime(page: Page): Promise<PageTime> {
  const polls: Request[] = []
  page.on('request', (request) => void (isPoll(request) && polls.push(request)))
  await page.clock.install()
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await page.clock.runFor(1000)
      await toldOfAllRequests(page)
      await polls.at(-1)?.response()
    }
  }
  return { asked: () => polls.length, pass }
}

export const isPoll = (request: Request) => request.url().includes('/api/trpc/entitlement.forCheckout')

/** What a page is told when the shopper comes back to its tab. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    window.dispatchEvent(new Event('focus'))
  })
}

/** A page's requests are told in their order: once this one is, so are those before it. */
async function toldOfAllRequests(page: Page): Promise<void> {
  const last = page.waitForRequest(/\/healthz$/)
  await page.evaluate(() => fetch('/healthz'))
  await last
}
