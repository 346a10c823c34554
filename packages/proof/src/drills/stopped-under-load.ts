import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Recorder } from '../record/recorder.ts'
import { liveThrough } from '../stage/night.ts'
import type { Drill } from './drill.ts'

const TIMES = 6
const IDLE_CONNECTIONS = 10
const EVENTS_EACH_TIME = 150

/**
 * SIGTERM to the web app under load, as every deployment sends it, with connections open that nobody uses. Proves that
 * what was acknowledged is stored, that the process ends by itself and in order, and takes every connection with it,
 * and that the next one takes over.
 */
export const stoppedUnderLoad: Drill = {
  name: 'SIGTERM under load',
  run: async ({ newDatabase, chance, ...context }) => {
    const databaseUrl = await newDatabase()
    const faults: string[] = []
    const morning = await liveThrough(
      { ...context, databaseUrl, customers: 24, rounds: 3 },
      async ({ url, web, recorder }, signal) => {
        for (let time = 0; time < TIMES; time += 1) {
          const sockets = await Promise.all(Array.from({ length: IDLE_CONNECTIONS }, () => keptAlive(url)))
          const told = tellMuch(recorder, time)
          await sleep(300 + chance.below(1200), undefined, { signal })
          const how = await web.stop()
          if (how !== 'exit code 0') faults.push(`the web app ended with ${how}`)
          await sleep(50)
          const open = sockets.filter(({ closed }) => !closed).length
          if (open > 0) faults.push(`${open} connections were left open`)
          await web.start()
          await told
        }
      },
    )
    const differences = [...faults, ...morning.differences]
    return { ...morning, differences, faults: `${TIMES} SIGTERM` }
  },
}

/** Has Stripe tell of its customers, each as often as it takes to keep the web app busy for seconds. */
async function tellMuch({ stripe }: Recorder, time: number): Promise<void> {
  const { data } = await stripe.customers.list({ limit: 100 })
  for (let n = 0; n < EVENTS_EACH_TIME; n += 1) {
    const customer = data.at(n % data.length)
    if (customer) await stripe.customers.update(customer.id, { name: `Ada ${time}.${n}` })
  }
}

/** A connection that has had its answer and is kept for a next request that never comes. */
async function keptAlive(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  await once(socket, 'data')
  socket.resume()
  return socket
}
