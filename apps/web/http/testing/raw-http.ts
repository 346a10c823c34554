import { connect } from 'node:net'

export type RawAnswer = {
  /** Null where the connection ended without a word. */
  status: number | null
  /** By their names in lower case. */
  headers: Record<string, string>
  body: string
  /** Bytes that left for the server. */
  sent: number
}

/** Times that `endless` is sent in one go. */
const BURST = 16

/** Milliseconds after which a server that does not end the connection is given up. */
const PATIENCE = 15_000

/**
 * Sends bytes as they are, which no HTTP client would send so, and gives the last answer once the server has ended the
 * connection. Goes on sending `endless` after them, whatever the server says meanwhile, and hangs up after `atMost` bytes.
 */
export function exchange(
  url: string,
  head: string,
  { endless, atMost = 0 }: { endless?: Buffer; atMost?: number } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) })
    const received: Buffer[] = []
    const late = setTimeout(() => socket.destroy(new Error(`No end after: ${head.slice(0, 80)}`)), PATIENCE)
    // A write that fails takes with it what was not read yet: so it is written in bursts, and read in between.
    const pump = () => {
      if (!endless || !socket.writable) return
      if (socket.bytesWritten >= atMost) return void socket.destroy()
      if (socket.writableLength === 0)
        for (let n = 0; n < BURST && socket.writable; n += 1) socket.write(endless)
      setTimeout(pump, 2)
    }
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', (error) => {
      // Cut off while it sends: what came before that counts.
      if (!['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) reject(error)
    })
    socket.on('close', () => {
      clearTimeout(late)
      resolve({ ...lastAnswer(Buffer.concat(received).toString('latin1')), sent: socket.bytesWritten })
    })
    socket.write(Buffer.from(head, 'latin1'))
    pump()
  })
}

/** A request with a Host and a length, over a connection of its own. */
export function rawRequest(line: string, headers: Record<string, string> = {}, body = ''): string {
  const all = {
    Host: 'localhost',
    Connection: 'close',
    ...(body && { 'Content-Length': String(Buffer.byteLength(body, 'latin1')) }),
    ...headers,
  }
  const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${fields.join('')}\r\n${body}`
}

function lastAnswer(text: string): Omit<RawAnswer, 'sent'> {
  const at = text.lastIndexOf('HTTP/1.1 ')
  if (at === -1) return { status: null, headers: {}, body: text }
  const [head = '', ...rest] = text.slice(at).split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
    }),
  )
  const body = rest.join('\r\n\r\n')
  const isChunked = headers['transfer-encoding'] === 'chunked'
  return { status: Number(line.split(' ')[1]), headers, body: isChunked ? joined(body) : body }
}

/** The text of a body that came in chunks, each after its length in hexadecimal. */
function joined(chunks: string): string {
  const end = chunks.indexOf('\r\n')
  const length = Number.parseInt(chunks.slice(0, end), 16)
  if (!(length > 0)) return ''
  const from = end + 2
  return chunks.slice(from, from + length) + joined(chunks.slice(from + length + 2))
}
