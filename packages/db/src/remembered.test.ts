import { expect, it } from 'vitest'
import { remembered } from './remembered.ts'

it('asks once for all who call meanwhile, and again only when the answer is old', async () => {
  let time = 0
  let asked = 0
  const ask = remembered(
    () => Promise.resolve((asked += 1)),
    () => 2000,
    () => time,
  )
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  time = 1999
  expect(await ask()).toBe(1)
  time = 2000
  expect(await ask()).toBe(2)
})

it('keeps an answer for as long as that answer is good for, and no error', async () => {
  let time = 0
  const answers = [Promise.reject(new Error('away')), Promise.resolve('bad'), Promise.resolve('good')]
  const ask = remembered(
    () => answers.shift() ?? Promise.resolve('later'),
    (answer) => (answer === 'good' ? 1000 : 10),
    () => time,
  )
  await expect(ask()).rejects.toThrow('away')
  expect(await ask()).toBe('bad')
  time = 10
  expect(await ask()).toBe('good')
  time = 500
  expect(await ask()).toBe('good')
})
