import { createCaller, type Context } from '@paidup/api'
import { expect, it } from 'vitest'
import { changeFrom } from './plan-change.server.ts'

/** Nobody is signed in here, so that what gets through the form is refused behind it, and changes nothing. */
const nobody = { services: {}, viewer: null } as Context

async function outcomeOf(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return changeFrom(createCaller(nobody), form)
}

it.each<Record<string, string>>([
  {},
  { offer: 'team' },
  { offer: 'free.month' },
  { offer: 'lifetime.month' },
  { offer: 'team.week', quantity: '3' },
  { offer: 'team.month' },
  { offer: 'team.month', quantity: '0' },
  { offer: 'team.month', quantity: '1.5' },
  { offer: 'team.month', quantity: '1001' },
])('asks again for what is no change: %j', async (fields) => {
  expect(await outcomeOf(fields)).toEqual({ outcome: { state: 'refused', reason: 'invalid' }, status: 422 })
})

it.each<Record<string, string>>([
  { offer: 'team.month', quantity: '3' },
  { offer: 'pro.year', quantity: 'of no account' },
])('takes a change, and heeds seats only where the plan has them: %j', async (fields) => {
  expect(await outcomeOf(fields)).toEqual({
    outcome: { state: 'refused', reason: 'unavailable' },
    status: 502,
  })
})
