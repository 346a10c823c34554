import { expect, it } from 'vitest'
import { mayDo, refusalWords, roleFrom, roles, type Action, type Role } from './access.ts'

it.each(['admin', 'Owner', 'owner,member', 'owner ', '', 'toString'])(
  'gives a word that is no role the least: %j',
  (word) => {
    expect(roleFrom(word)).toBe('member')
  },
)

it.each(roles)('knows a role by its word: %s', (role) => {
  expect(roleFrom(role)).toBe(role)
})

it('lets owners and billing contacts spend money, owners look after people, and members look and spend credits', () => {
  const may = (role: Role) =>
    (['read', 'spend', 'buy', 'change', 'portal', 'manage'] as Action[]).filter((action) =>
      mayDo(role, action),
    )
  expect(may('owner')).toEqual(['read', 'spend', 'buy', 'change', 'portal', 'manage'])
  expect(may('billing')).toEqual(['read', 'spend', 'buy', 'change', 'portal'])
  expect(may('member')).toEqual(['read', 'spend'])
  expect(may('admin' as Role)).toEqual([])
})

it('says who may, and what to do', () => {
  expect(refusalWords('change')).toBe(
    'Only an owner or a billing contact of this organization can change its plan. Ask one of them to do it.',
  )
})
