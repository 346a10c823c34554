import type { Problem } from '../app/http/problem.server.ts'
import { headingOf } from '../app/ui/headings.ts'

/** A page of its own for what is answered before the app is asked. It needs no script and no other file. */
export function faultPage({ status, detail }: Pick<Problem, 'status' | 'detail'>): string {
  const title = headingOf(status)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Paidup</title>
<style>
  body { margin: 0; padding: 4rem 1.25rem; background: #f6f4ee; color: #17211d; font: 1rem/1.6 system-ui, sans-serif }
  main { max-width: 26rem; margin: 0 auto; padding: 2rem; border-radius: .75rem; background: #fff; text-align: center }
  h1 { margin: 0 0 .6rem; font-size: 1.5rem; line-height: 1.25 }
  a { color: #0b5d43; font-weight: 600 }
</style>
<main>
  <h1>${title}</h1>
  <p>${escaped(detail)}</p>
  <p><a href="/">Start page</a></p>
</main>
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
