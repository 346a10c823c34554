import { expect, it } from 'vitest'
import { explainFault } from './index.ts'

const coded = (code: string) => Object.assign(new Error('words'), { code })

it.each([
  coded('ECONNREFUSED'),
  coded('ETIMEDOUT'),
  coded('EPIPE'),
  coded('P1001'),
  coded('08006'),
  new Error('of the adapter', { cause: { kind: 'ConnectionClosed' } }),
  new Error('Connection terminated unexpectedly'),
])('says that the database does not answer, of a connection that is not there: %o', (error) => {
  expect(explainFault(error)).toBe('The database does not answer.')
})

it.each([new TypeError('x is not a function'), coded('42703'), coded('P2002'), 'a text', undefined])(
  'does not call a database silent that answered, or was not asked: %o',
  (error) => {
    expect(explainFault(error)).toBe('The database, or our own code, answered with an error: the log has it.')
  },
)
