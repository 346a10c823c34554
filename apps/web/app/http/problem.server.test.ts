import { expect, it } from 'vitest'
import { keyOf, wantsPage } from './problem.server.ts'

it.each([
  [400, 'bad_request'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [499, 'refused'],
])('names the status %i: %s', (status, key) => {
  expect(keyOf(status)).toBe(key)
})

it.each<[string | null | undefined, boolean]>([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML', true],
  ['application/json, text/html;q=0.5', false],
  ['text/html;q=0, */*', false],
  ['application/json', false],
  ['*/*', false],
  ['image/png', false],
  ['', false],
  [null, false],
  [undefined, false],
])('shows a page to who prefers one: Accept: %s: %s', (accept, isPage) => {
  expect(wantsPage(accept)).toBe(isPage)
})
