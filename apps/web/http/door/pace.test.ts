import { beforeEach, expect, it, vi } from 'vitest'
import { Pace } from './pace.ts'

let pace: Pace
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  pace = new Pace()
  return () => vi.useRealTimers()
})
const refuse = (count: number) => Array.from({ length: count }, () => pace.countRefused())
const letIn = (count: number) => Array.from({ length: count }, () => pace.countLetIn())
const next = () => vi.advanceTimersByTime(1000)

it('has a few come back at once, and spreads a crowd over the time that it takes to let it in', () => {
  expect(new Set(refuse(50))).toEqual(new Set([1]))
  const crowd = refuse(1950).slice(1450)
  expect(Math.max(...crowd)).toBe(5)
  expect(new Set(crowd).size).toBe(5)
})

it('asks nobody to wait for more than ten seconds', () => {
  expect(Math.max(...refuse(100_000))).toBe(10)
})

it('goes by the best second of late, which a bad time makes it forget', () => {
  letIn(500)
  next()
  expect(Math.max(...refuse(1000))).toBe(2)
  for (let n = 0; n < 40; n += 1) {
    letIn(20)
    refuse(1000)
    next()
  }
  expect(Math.max(...refuse(1000))).toBe(10)
})
