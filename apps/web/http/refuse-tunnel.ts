import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

const ANSWER =
  'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'

/** Answers CONNECT, which never becomes a request of the app: without a listener Node hangs up without a word. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  socket.end(ANSWER, () => socket.destroy())
}
