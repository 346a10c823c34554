import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { handledTypes } from './handlers.ts'
import { fixture } from './testing/fixtures.ts'

const folder = new URL('./fixtures/', import.meta.url)

it.each(handledTypes)('%s has a fixture of its own type', (type) => {
  expect(existsSync(new URL(`${type}.json`, folder))).toBe(true)
  expect(fixture(type).type).toBe(type)
})

it.each(handledTypes)('%s is about an object that bad input can give ids of its own', (type) => {
  expect(fixture(type).data.object).toHaveProperty('id', expect.stringMatching(/fixture|renewal/))
})

it('keeps no fixture of an event that nobody handles', () => {
  expect(
    readdirSync(folder)
      .map((file) => file.replace(/\.json$/, ''))
      .sort(),
  ).toEqual([...handledTypes].sort())
})
