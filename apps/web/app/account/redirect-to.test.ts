import { describe, expect, it } from 'vitest'
import { loginPath, safeRedirectTo } from './redirect-to.ts'

describe('safeRedirectTo', () => {
  it.each([
    '/',
    '/success?session_id=cs_test_1',
    '/checkout?plan=team&quantity=5',
    '/billing?note=//not-a-host',
  ])('keeps %s, a path of this site', (path) => {
    expect(safeRedirectTo(path)).toBe(path)
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    'javascript:alert(1)',
    'billing',
    'http://[',
    '',
  ])('does not follow %j', (path) => {
    expect(safeRedirectTo(path)).toBe('/billing')
  })

  it('falls back when there is none', () => {
    expect(safeRedirectTo(null, '/pricing')).toBe('/pricing')
  })
})

it('leads back from the login page to the page that was asked for', () => {
  const path = loginPath(new Request('http://localhost:3000/success?session_id=cs_1'))
  expect(safeRedirectTo(new URL(path, 'http://localhost').searchParams.get('redirectTo'))).toBe(
    '/success?session_id=cs_1',
  )
})
