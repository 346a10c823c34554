import { EventEmitter } from 'node:events'
import { keptLog } from '@paidup/billing/testing'
import { beforeEach, expect, it } from 'vitest'
import { QueueHealth, SLOTS } from './queue-health.ts'

let time: number
let events: EventEmitter
let health: QueueHealth
let told: () => string[]
beforeEach(() => {
  const { log, lines } = keptLog()
  time = 0
  events = new EventEmitter()
  health = new QueueHealth(log, () => time)
  health.watch(events)
  told = () => lines.map((line) => line.message)
})
const fail = () => events.emit('worker:getJob:error', { error: { code: '53300' } })

it('is not well before the first look for a job has been answered', () => {
  expect(health.looks.fault()).toMatch(/not looked for a job yet/)
  events.emit('worker:getJob:empty')
  expect(health.looks.fault()).toBeNull()
})

it('takes one slot that fails among others for no outage, and all of them for one', () => {
  for (let n = 0; n < 20; n += 1) {
    fail()
    events.emit('worker:getJob:empty')
  }
  expect(health.looks.fault()).toBeNull()
  for (let n = 0; n < 3 * SLOTS; n += 1) fail()
  expect(health.looks.fault()).toMatch(/no more connections/)
  expect(told()).toEqual(['no job can be taken'])
  events.emit('worker:getJob:empty')
  expect(told()).toEqual(['no job can be taken', 'jobs are taken again'])
})

it('notices a database that hangs, which no event tells of, and not that every slot has a job', () => {
  for (let n = 0; n < SLOTS; n += 1) events.emit('job:start')
  time = 60_000
  health.looks.noteSilence()
  expect(health.looks.fault()).toBeNull()
  events.emit('job:complete')
  expect(health.looks.fault()).toMatch(/has not answered for 60 s/)
  health.looks.noteSilence()
  health.looks.noteSilence()
  expect(told()).toEqual(['no job can be taken'])
  events.emit('worker:getJob:empty')
  expect(health.looks.fault()).toBeNull()
})
