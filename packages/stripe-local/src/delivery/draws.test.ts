import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliverySchema } from './config.ts'
import { draw, isTwin, planFor } from './draws.ts'

const shares = fc.record({
  seed: fc.string({ minLength: 1 }),
  duplicates: fc.double({ min: 0, max: 1, noNaN: true }),
  twins: fc.double({ min: 0, max: 1, noNaN: true }),
  dropAcknowledgement: fc.double({ min: 0, max: 1, noNaN: true }),
  shuffleWindowMs: fc.nat(1000),
  copies: fc.nat(5),
})

test('a plan is a function of the seed and the number of the event', () => {
  fc.assert(
    fc.property(shares, fc.nat(10_000), (wanted, ordinal) => {
      const plan = () => [
        planFor(deliverySchema.parse(wanted), ordinal, 'invoice.paid'),
        isTwin(deliverySchema.parse(wanted), ordinal),
      ]
      expect(plan()).toEqual(plan())
    }),
  )
})

test('draws lie between 0 and 1, and a calm configuration delivers once', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), (seed, ordinal) => {
      const drawn = draw(seed, ordinal)
      expect(drawn).toBeGreaterThanOrEqual(0)
      expect(drawn).toBeLessThan(1)
      const calm = planFor(deliverySchema.parse({ seed }), ordinal, 'invoice.paid')
      expect(calm).toEqual({ fate: 'send', copies: [{ delayMs: 0, rank: 0, dropsAcknowledgement: false }] })
    }),
  )
})
