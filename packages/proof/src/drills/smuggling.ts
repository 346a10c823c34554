import { requestBytes, type RawAnswer } from '../stage/raw-http.ts'
import { besiege, type Site, type Try } from '../stage/siege.ts'
import type { Drill } from './drill.ts'

/** The request that is hidden in another; its answer is like no other. */
const hidden = (host: string) => `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`
const HIDDEN_ANSWER = '"status":"ok"'

type Smuggle = { headers: string[]; body: string; line?: string }

/** How long the body is, said in two ways that disagree, or in one that must not be understood. */
const SMUGGLES: Record<string, (inner: string) => Smuggle> = {
  'length and chunked': (inner) => ({
    headers: [`Content-Length: ${inner.length + 5}`, 'Transfer-Encoding: chunked'],
    body: `0\r\n\r\n${inner}`,
  }),
  'chunked and length': (inner) => ({
    headers: ['Transfer-Encoding: chunked', 'Content-Length: 4'],
    body: `1\r\nZ\r\n0\r\n\r\n${inner}`,
  }),
  'two lengths': (inner) => ({
    headers: ['Content-Length: 0', `Content-Length: ${inner.length}`],
    body: inner,
  }),
  'a list of lengths': (inner) => ({ headers: [`Content-Length: 0, ${inner.length}`], body: inner }),
  'a length with a sign': (inner) => ({ headers: ['Content-Length: +0'], body: inner }),
  'a negative length': (inner) => ({ headers: ['Content-Length: -1'], body: inner }),
  'a hexadecimal length': (inner) => ({ headers: ['Content-Length: 0x0'], body: inner }),
  'a space before the colon': (inner) => ({
    headers: [`Content-Length : ${inner.length}`, 'Content-Length: 0'],
    body: inner,
  }),
  'an unknown encoding': (inner) => ({ headers: ['Transfer-Encoding: xchunked'], body: `0\r\n\r\n${inner}` }),
  'an encoding after chunked': (inner) => ({
    headers: ['Transfer-Encoding: chunked, identity'],
    body: `0\r\n\r\n${inner}`,
  }),
  'two encodings': (inner) => ({
    headers: [
      'Transfer-Encoding: identity',
      'Transfer-Encoding: chunked',
      `Content-Length: ${inner.length + 5}`,
    ],
    body: `0\r\n\r\n${inner}`,
  }),
  'a folded header': (inner) => ({
    headers: ['Transfer-Encoding:', ' chunked', `Content-Length: ${inner.length + 5}`],
    body: `0\r\n\r\n${inner}`,
  }),
  'a chunk of impossible size': (inner) => ({
    headers: ['Transfer-Encoding: chunked'],
    body: `fffffffffffffffff\r\n${inner}`,
  }),
  'a chunk whose size is no number': (inner) => ({
    headers: ['Transfer-Encoding: chunked'],
    body: `0x0\r\n\r\n${inner}`,
  }),
  'a chunk without its end': (inner) => ({
    headers: ['Transfer-Encoding: chunked'],
    body: `1\r\nZZ0\r\n\r\n${inner}`,
  }),
  'a NUL in a name': (inner) => ({ headers: ['Content-Length: 0', 'X\0: 1'], body: inner }),
  'a line feed in a value': (inner) => ({
    headers: [`X: 1\nTransfer-Encoding: chunked`, `Content-Length: ${inner.length + 5}`],
    body: `0\r\n\r\n${inner}`,
  }),
  'a body that nobody reads': (inner) => ({ headers: [`Content-Length: ${inner.length}`], body: inner }),
  'a body of a GET': (inner) => ({
    line: 'GET /favicon.svg HTTP/1.1',
    headers: [`Content-Length: ${inner.length}`],
    body: inner,
  }),
  'a body of the webhook': (inner) => ({
    line: 'POST /webhooks/stripe HTTP/1.1',
    headers: [`Content-Length: ${inner.length}`],
    body: inner,
  }),
}

/**
 * Requests that hide another one, which a proxy before us and we would cut apart at different places: what is hidden
 * would come in with somebody else's connection. Proves that it is never answered.
 */
export const smuggling: Drill = {
  name: 'request smuggling',
  run: async ({ newDatabase, ...context }) => {
    const { tries, differences } = await besiege({ ...context, databaseUrl: await newDatabase() }, triesFor)
    return { events: tries, faults: 'raw sockets', differences }
  },
}

function triesFor({ url }: Site): Try[] {
  const { host } = new URL(url)
  return [
    // The hidden request by itself: what is looked for in the others does come.
    { name: 'nothing hidden', bytes: requestBytes(...innerOf(host)), faultOf: notAnswered },
    ...Object.entries(SMUGGLES).map(([name, smuggle]) => {
      const { line = 'POST /pricing HTTP/1.1', headers, body } = smuggle(hidden(host))
      return { name, bytes: requestBytes(line, [`Host: ${host}`, ...headers], body), faultOf }
    }),
  ]
}

const innerOf = (host: string): [string, string[]] => [
  'GET /healthz HTTP/1.1',
  [`Host: ${host}`, 'Connection: close'],
]

const notAnswered = ({ text }: RawAnswer) => (text.includes(HIDDEN_ANSWER) ? undefined : 'had no answer')

const faultOf = ({ text }: RawAnswer) =>
  text.includes(HIDDEN_ANSWER) ? 'the hidden request was answered' : undefined
