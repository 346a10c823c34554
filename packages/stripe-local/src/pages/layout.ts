import { html, raw } from 'hono/html'
import { style } from './style.ts'

export type Html = ReturnType<typeof html>

/** A page of this server, with a stripe across the top that says it is not the real thing. */
export const layout = (title: string, body: Html, wide = false): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <div class="banner" role="note">Local Stripe · test mode · no real money moves here</div>
        <main class="${wide ? 'wide' : 'narrow'}">${body}</main>
      </body>
    </html>`

/** Minor units as a person reads them: zero-decimal currencies have no cents. */
export function money(amount: number | null, currency: string | null): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency ?? 'usd' })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format((amount ?? 0) / 10 ** digits)
}
