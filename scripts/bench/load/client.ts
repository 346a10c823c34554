import { runAtOnce } from './at-once.ts'
import { runClosedLoop } from './closed-loop.ts'
import type { Order } from './orders.ts'
import { runPaced } from './paced.ts'

// Sends what it is told to, in a process of its own: what a sender costs is not the server's, and is told apart.

let stop = new AbortController()

process.on('message', (message: Order | 'stop') => {
  if (message === 'stop') return stop.abort()
  stop = new AbortController()
  run(message).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ fault: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit())

function run(order: Order): Promise<unknown> {
  switch (order.load) {
    case 'closed':
      return runClosedLoop(order)
    case 'paced':
      return runPaced(order, stop.signal)
    case 'at_once':
      return runAtOnce(order)
  }
}
