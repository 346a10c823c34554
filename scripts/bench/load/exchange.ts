import { request, type Agent } from 'node:http'

/** Milliseconds that a sender waits for an answer. */
const PATIENCE = 20_000

export type Exchange = {
  url: string
  agent: Agent
  /** Without one it is a GET. */
  delivery?: { body: string; signature: string }
  cookie?: string
}

/** `status` is that of the answer, or the word for why there was none: `ECONNRESET`, `timeout`. */
export type Answer = { status: number | string; retryAfter: string | undefined }

/** Sends one request and reads the answer to its end. Never rejects. */
export function exchange({ url, agent, delivery, cookie }: Exchange): Promise<Answer> {
  return new Promise((resolve) => {
    const headers = {
      ...(cookie !== undefined && { cookie }),
      ...(delivery && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(delivery.body),
        'stripe-signature': delivery.signature,
      }),
    }
    const fail = (word: string) => resolve({ status: word, retryAfter: undefined })
    const sent = request(url, { agent, method: delivery ? 'POST' : 'GET', headers })
    const late = setTimeout(() => {
      fail('timeout')
      sent.destroy()
    }, PATIENCE)
    sent.on('close', () => clearTimeout(late))
    sent.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'error'))
    sent.on('response', (response) => {
      response.resume()
      response.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'error'))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
      )
    })
    sent.end(delivery?.body)
  })
}
