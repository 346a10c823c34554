import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keptLog } from '../testing/log.ts'
import { countedLines } from './counted-lines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('writes the first of a kind at once, and those that follow as one line a second with their count', () => {
  const { log, lines } = keptLog()
  const told = (eventId: string) => countedLines(log)('away', 'error', { eventId }, 'webhook error')
  for (const eventId of ['evt_1', 'evt_2', 'evt_3']) told(eventId)
  expect(lines).toMatchObject([{ eventId: 'evt_1' }])
  vi.advanceTimersByTime(1000)
  expect(lines.slice(1)).toMatchObject([{ level: 'error', eventId: 'evt_3', count: 2 }])
  told('evt_4')
  vi.advanceTimersByTime(1000)
  vi.advanceTimersByTime(1000)
  told('evt_5')
  expect(lines.slice(2)).toMatchObject([{ eventId: 'evt_4' }, { eventId: 'evt_5' }])
})

it('counts each kind for itself', () => {
  const { log, lines } = keptLog()
  for (const kind of ['away', 'full', 'away']) countedLines(log)(kind, 'error', { kind }, 'webhook error')
  expect(lines).toMatchObject([{ kind: 'away' }, { kind: 'full' }])
})
