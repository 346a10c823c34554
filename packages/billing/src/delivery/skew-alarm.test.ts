import { expect, it } from 'vitest'
import { createSkewAlarm } from './skew-alarm.ts'
import { keptLog } from '../testing/log.ts'

function open() {
  const { log, lines } = keptLog()
  const time = { now: 0 }
  return { lines, time, note: createSkewAlarm(log, () => time.now) }
}

it('names the skew once a minute when several deliveries are too old', () => {
  const { lines, time, note } = open()
  for (const skew of [599, 86_400]) note({ kind: 'too_old', skew })
  expect(lines).toEqual([])
  for (let n = 0; n < 200; n += 1) note({ kind: 'too_old', skew: 600 })
  expect(lines).toMatchObject([{ level: 'error', reason: 'too_old', count: 3, skew: 600 }])
  expect(lines[0]?.message).toMatch(/600 s too old: .*clock.* fast .*or somebody sends old deliveries again/)
  time.now = 60_000
  note({ kind: 'too_old', skew: 600 })
  expect(lines).toHaveLength(2)
})

it('says nothing of single ones far apart, nor of what is not signed', () => {
  const { lines, time, note } = open()
  for (let n = 0; n < 20; n += 1) {
    time.now += 200_000
    note({ kind: 'too_old', skew: 600 })
    for (let forged = 0; forged < 10; forged += 1) note({ kind: 'wrong' })
  }
  expect(lines).toEqual([])
})

it('tells a slow clock by what comes from the future, which is not refused', () => {
  const { lines, note } = open()
  for (let n = 0; n < 3; n += 1) note({ kind: 'in_the_future', skew: -600 })
  expect(lines).toMatchObject([{ level: 'warn', reason: 'in_the_future', skew: -600 }])
  expect(lines[0]?.message).toMatch(/600 s in the future: .*clock is slow/)
})
