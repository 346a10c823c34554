import Stripe from 'stripe'

/** What to answer to a path: JSON, and when it was said; null where there is no such thing. */
export type Answering = (url: URL) => { text: string; date: Date } | null

/** The real SDK on answers that need no socket: thousands of them cost little so. */
export function recordedStripe(answering: Answering): Stripe {
  return new Stripe('sk_test_recorded', {
    httpClient: {
      getClientName: () => 'recorded',
      makeRequest: (_host, _port, path) =>
        Promise.resolve(responseOf(answering(new URL(path, 'http://recorded.invalid')))),
    },
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

const MISSING =
  '{"error":{"type":"invalid_request_error","code":"resource_missing","message":"No such object"}}'

function responseOf(answer: ReturnType<Answering>): Stripe.HttpClientResponse {
  const headers = { date: (answer?.date ?? new Date()).toUTCString() }
  return {
    getStatusCode: () => (answer ? 200 : 404),
    getHeaders: () => headers,
    getRawResponse: () => ({ headers }),
    toStream: () => {
      throw new Error('Nothing is streamed here')
    },
    toJSON: () => Promise.resolve(JSON.parse(answer?.text ?? MISSING)),
  }
}
