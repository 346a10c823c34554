import type { IncomingHttpHeaders } from 'node:http'
import type { Request, Response } from 'express'
import { expect, it } from 'vitest'
import { ownOrigin } from './own-origin.ts'
import { RequestRefused } from './refused.ts'

/** What becomes of a form with these headers, where the app is called `appUrl`. */
function judge(appUrl: string, headers: IncomingHttpHeaders): unknown {
  let verdict: unknown = 'nothing'
  const request = { method: 'POST', path: '/login', headers } as Request
  ownOrigin(new URL(appUrl))(request, {} as Response, (error?: unknown) => (verdict = error ?? 'passed'))
  return verdict
}

it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'takes the names of one machine for one site: %s',
  (origin) => {
    for (const appUrl of ['http://localhost:3000', 'http://127.0.0.1:3000']) {
      expect(judge(appUrl, { origin })).toBe('passed')
    }
  },
)

it.each([
  'http://localhost:3001',
  'https://localhost:3000',
  'http://localhost.example:3000',
  'http://10.0.0.1:3000',
])('but not another port, scheme or machine: %s', (origin) => {
  expect(judge('http://localhost:3000', { origin })).toBeInstanceOf(RequestRefused)
})

it('takes no name of this machine for an app that is served elsewhere', () => {
  expect(judge('https://paid.example', { origin: 'https://localhost' })).toBeInstanceOf(RequestRefused)
  expect(judge('https://paid.example:443/', { origin: 'https://paid.example' })).toBe('passed')
})
