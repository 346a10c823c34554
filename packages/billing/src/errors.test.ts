import { Prisma } from '@paidup/db'
import { describe, expect, it } from 'vitest'
import { isDataFault, isPassingFault } from './errors.ts'

const rawQueryError = (cause: object) =>
  new Prisma.PrismaClientKnownRequestError('Raw query failed', {
    code: 'P2010',
    clientVersion: '7',
    meta: { driverAdapterError: Object.assign(new Error('from the driver'), { cause }) },
  })
const coded = (code: string) => Object.assign(new Error('fault'), { code })

describe('isPassingFault', () => {
  it.each([
    'P2024',
    'P2028',
    'P1001',
    '55P03',
    '40P01',
    '57P01',
    '53300',
    '08006',
    '25006',
    'ECONNREFUSED',
    'ETIMEDOUT',
  ])('expects %s to pass', (code) => {
    expect(isPassingFault(coded(code))).toBe(true)
    expect(isPassingFault(rawQueryError({ originalCode: code }))).toBe(true)
    expect(isPassingFault(new Error('outer', { cause: coded(code) }))).toBe(true)
  })

  it('knows a lost connection by its kind or its words where it has no code', () => {
    expect(isPassingFault(rawQueryError({ kind: 'ConnectionClosed', originalCode: 'N/A' }))).toBe(true)
    expect(isPassingFault(new Error('timeout exceeded when trying to connect'))).toBe(true)
    expect(isPassingFault(new Error('Client has encountered a connection error and is not queryable'))).toBe(
      true,
    )
  })

  it.each([new Error('a fault of ours'), coded('P2002'), coded('42703'), null, undefined, 'text'])(
    'does not expect %s to pass',
    (error) => {
      expect(isPassingFault(error)).toBe(false)
    },
  )
})

describe('isDataFault', () => {
  it('is a value that can’t be stored, and not a constraint that our schema lacks or has too many of', () => {
    expect(isDataFault(rawQueryError({ originalCode: '22021' }))).toBe(true)
    expect(isDataFault(rawQueryError({ originalCode: '23514' }))).toBe(false)
    expect(isDataFault(rawQueryError({ originalCode: '23502' }))).toBe(false)
  })
})
