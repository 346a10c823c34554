import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type Stripe from 'stripe'
import { createStripe } from '../stripe/client.ts'

export type Answer = { status?: number; body: object; date?: Date }

export type StripeAnswers = {
  /** The real SDK, talking to a server whose answers the test gives. */
  stripe: Stripe
  /** Waits for the next request that is not answered yet, and hands over its answering. */
  nextRequest(): Promise<(answer: Answer) => void>
  /** From now on every request is answered with what this gives for its path. */
  answerAll(answer: (path: string) => Answer | Promise<Answer>): void
  close(): Promise<void>
}

/** A Stripe whose every answer, and the moment of it, is in the hands of the test. */
export async function openStripeAnswers(): Promise<StripeAnswers> {
  const waiting: ServerResponse[] = []
  const takers: ((response: ServerResponse) => void)[] = []
  let automatic: ((path: string) => Answer | Promise<Answer>) | null = null
  const server = createServer((request, response) => {
    if (automatic)
      void Promise.resolve(automatic(request.url ?? '/')).then((answer) => send(response, answer))
    else {
      const taker = takers.shift()
      if (taker) taker(response)
      else waiting.push(response)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    stripe: createStripe({ secretKey: 'sk_test_answers', apiBase: `http://127.0.0.1:${port}` }),
    nextRequest: async () => {
      const response =
        waiting.shift() ?? (await new Promise<ServerResponse>((resolve) => takers.push(resolve)))
      return (answer) => send(response, answer)
    },
    answerAll: (answer) => {
      automatic = answer
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, { status = 200, body, date = new Date() }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    date: date.toUTCString(),
    'stripe-should-retry': 'false',
  })
  response.end(JSON.stringify(body))
}
