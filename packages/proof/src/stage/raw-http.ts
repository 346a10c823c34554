import { connect } from 'node:net'

/** All that came back over one connection. */
export type RawAnswer = {
  /** Of each answer, in order. */
  statuses: number[]
  /** Headers and bodies as they came. */
  text: string
}

/** Milliseconds without a byte after which no more is expected: much where the other side is to close. */
const QUIET = { closing: 15_000, open: 1500 }

/** Sends bytes as they are and takes what comes back until the other side closes or has no more to say. */
export function exchange(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const quiet = bytes.includes(CLOSE) ? QUIET.closing : QUIET.open
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(quiet, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // Cut off by the other side: what came before is the answer.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString()
      const statuses = [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status))
      resolve({ statuses, text })
    })
  })
}

const CLOSE = 'Connection: close'

/** A request's bytes, its headers in the order and the spelling that they are given in. */
export function requestBytes(line: string, headers: readonly string[], body: string | Buffer = ''): Buffer {
  return Buffer.concat([Buffer.from(`${[line, ...headers].join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}

/** A request in order, whose connection ends with its answer. */
export function plainRequest(
  url: string,
  method: string,
  target: string,
  { headers = [], body }: { headers?: readonly string[]; body?: string | Buffer } = {},
): Buffer {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const all = [`Host: ${new URL(url).host}`, CLOSE, ...length, ...headers]
  return requestBytes(`${method} ${target} HTTP/1.1`, all, body)
}
