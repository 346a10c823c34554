import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Places } from './places.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const PATIENCE = 2000
const open = () => new Places({ count: 1, waiting: 2, patience: PATIENCE })
const stays = () => new AbortController().signal

it('gives a place to who has waited longest', async () => {
  const places = open()
  await places.take(stays())
  const order: string[] = []
  const first = places.take(stays()).then(() => order.push('first'))
  const second = places.take(stays()).then(() => order.push('second'))
  places.leave()
  await first
  places.leave()
  await second
  expect(order).toEqual(['first', 'second'])
})

it('is full when the line is, and not any more when one of it leaves', async () => {
  const places = open()
  const gone = new AbortController()
  await places.take(stays())
  const first = places.take(gone.signal)
  expect(places.isFull).toBe(false)
  const second = places.take(stays())
  expect(places.isFull).toBe(true)
  gone.abort()
  expect(await first).toBe('gone')
  expect(places.isFull).toBe(false)
  places.leave()
  expect(await second).toBe('theirs')
  expect(await places.take(gone.signal)).toBe('gone')
})

it('lets nobody wait longer than it said, and keeps no place for them', async () => {
  const places = open()
  await places.take(stays())
  const late = places.take(stays())
  vi.advanceTimersByTime(PATIENCE)
  expect(await late).toBe('late')
  places.leave()
  expect(await places.take(stays())).toBe('theirs')
})
