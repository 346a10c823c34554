import { describe, expect, it } from 'vitest'
import { signed, WEBHOOK_SECRET } from '../testing/fixtures.ts'
import { verifySignature } from './verify.ts'

const clock = { now: () => new Date() }
const now = () => Math.floor(Date.now() / 1000)
const verify = (body: string, header: string | null, secrets = [WEBHOOK_SECRET]) =>
  verifySignature(body, header, secrets, clock)

describe('verifySignature', () => {
  it('accepts the exact bytes, multi-byte characters and odd whitespace included', () => {
    const body = '{ "name" :\t"Zoë 🐘 日本",\r\n\n "n":1.0 }  \n'
    expect(verify(body, signed(body).signature)).toEqual({ isValid: true })
    expect(verify(JSON.stringify(JSON.parse(body)), signed(body).signature).isValid).toBe(false)
  })

  it('accepts an event that any one of several secrets signed', () => {
    const { signature } = signed('{}', { secret: 'whsec_new' })
    expect(verify('{}', signature, ['whsec_old', 'whsec_new'])).toEqual({ isValid: true })
    expect(verify('{}', signature, ['whsec_new', 'whsec_old'])).toEqual({ isValid: true })
  })

  it('accepts v1 beside v0 and beside the v1 of another secret', () => {
    const { signature } = signed('{}')
    const [t, v1] = signature.split(',') as [string, string]
    expect(verify('{}', `${t},v0=${'0'.repeat(64)},${v1}`)).toEqual({ isValid: true })
    expect(verify('{}', `${t},v1=${'0'.repeat(64)},${v1}`)).toEqual({ isValid: true })
  })

  it('refuses a v0 alone, so that nobody can choose the weaker scheme', () => {
    const { signature } = signed('{}')
    expect(verify('{}', signature.replace('v1=', 'v0=')).isValid).toBe(false)
  })

  it('refuses a timestamp that is more than 300 seconds old', () => {
    expect(verify('{}', signed('{}', { timestamp: now() - 299 }).signature).isValid).toBe(true)
    expect(verify('{}', signed('{}', { timestamp: now() - 302 }).signature)).toEqual({
      isValid: false,
      reason: 'secret 1 of 1: Timestamp outside the tolerance zone',
      fault: { kind: 'too_old', skew: expect.closeTo(302, -1) as number },
    })
  })

  describe('by a clock that is wrong', () => {
    const { signature } = signed('{}', { timestamp: 1_800_000_000 })
    const at = (seconds: number, body = '{}', secrets = [WEBHOOK_SECRET]) =>
      verifySignature(body, signature, secrets, { now: () => new Date(1000 * (1_800_000_000 + seconds)) })

    it('tells by how much a right signature is too old, whichever secret made it', () => {
      const fault = { kind: 'too_old', skew: 600 }
      expect(at(600)).toMatchObject({ isValid: false, fault })
      expect(at(600, '{}', ['whsec_new', WEBHOOK_SECRET])).toMatchObject({ isValid: false, fault })
    })

    it('takes one from the future, and tells by how much', () => {
      expect(at(-300)).toEqual({ isValid: true })
      expect(at(-600)).toEqual({ isValid: true, fault: { kind: 'in_the_future', skew: -600 } })
    })

    it('tells no age of what is forged, old or not', () => {
      for (const seconds of [600, -600, 0])
        expect(at(seconds, '{"forged":1}')).toMatchObject({ isValid: false, fault: { kind: 'wrong' } })
    })
  })

  it('refuses a missing header, an empty one and nonsense', () => {
    expect(verify('{}', null)).toEqual({
      isValid: false,
      reason: 'The Stripe-Signature header is missing.',
      fault: { kind: 'missing' },
    })
    for (const header of ['', 'nonsense', 't=,v1=', 't=1', ',,,', `v1=${'a'.repeat(64)}`, 't=1,v1=é']) {
      expect(verify('{}', header)).toMatchObject({
        isValid: false,
        fault: { kind: header === '' ? 'missing' : 'wrong' },
      })
    }
  })

  it('says which secrets were tried by their position and never their values', () => {
    const verification = verify('{}', signed('{}', { secret: 'whsec_foreign' }).signature, [
      'whsec_one',
      'whsec_two',
    ])
    expect(verification).toMatchObject({
      isValid: false,
      reason: expect.stringMatching(/secret 1 of 2: .*; secret 2 of 2: /) as string,
    })
    expect(JSON.stringify(verification)).not.toContain('whsec_')
  })
})
