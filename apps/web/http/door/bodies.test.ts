import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { Bodies } from './bodies.ts'

const begin = (bodies: Bodies) => {
  const sender = new PassThrough()
  return { sender, body: bodies.read(sender as unknown as IncomingMessage) }
}

it('puts out the one that is longest on its way, where there is no room for another', async () => {
  const bodies = new Bodies({ limit: 100, atOnce: 2, room: 1000 })
  const [slowest, slow, quick] = [begin(bodies), begin(bodies), begin(bodies)]
  expect(await slowest.body).toBe('put_out')
  quick.sender.end('quick')
  slow.sender.end('slow')
  expect(String(await quick.body)).toBe('quick')
  expect(String(await slow.body)).toBe('slow')
})

it('holds no more bytes than it has room for, and has room again when a body is let go', async () => {
  const bodies = new Bodies({ limit: 100, atOnce: 10, room: 100 })
  const kept = begin(bodies)
  kept.sender.end('x'.repeat(60))
  const first = await kept.body
  const second = begin(bodies)
  second.sender.end('x'.repeat(60))
  expect(await second.body).toBe('put_out')
  if (Buffer.isBuffer(first)) bodies.letGo(first)
  const third = begin(bodies)
  third.sender.end('x'.repeat(60))
  expect(await third.body).toHaveLength(60)
})

it('tells of one that is over the limit, and of one whose sender has gone', async () => {
  const bodies = new Bodies({ limit: 10, atOnce: 10, room: 20 })
  const [large, gone, whole] = [begin(bodies), begin(bodies), begin(bodies)]
  large.sender.write('x'.repeat(11))
  gone.sender.destroy()
  whole.sender.end('x'.repeat(10))
  expect(await large.body).toBe('too_large')
  expect(await gone.body).toBe('gone')
  expect(await whole.body).toHaveLength(10)
})
