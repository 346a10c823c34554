import { expect, it } from 'vitest'
import { isKnownApiVersion } from './api-version.ts'

it.each(['2020-08-27', '2024-06-20', '2025-03-31.basil', '2026-10-28.endive'])('knows %s', (version) => {
  expect(isKnownApiVersion(version)).toBe(true)
})

it.each([null, '', 'unversioned', '2026-10-29.endive', '2027-03-01.fennel'])(
  'does not claim to know %s',
  (version) => {
    expect(isKnownApiVersion(version)).toBe(false)
  },
)
