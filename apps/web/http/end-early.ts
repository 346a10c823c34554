import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBody } from './request-body.ts'

/** Bytes of a body that nobody wants which are read only to be dropped. */
const DROPPED = 16 * 1024 * 1024

/** Milliseconds that this may take. */
const PATIENCE = 5000

/**
 * Ends an answer that is given before the request's body was read. The rest of that is read and dropped after the answer
 * has gone out, because a sender that is cut off while it writes may never see it; without end it is not. The next
 * request must not come over this connection.
 * @param response has its status, its type and its length
 */
export async function endEarly(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer | string,
): Promise<void> {
  if (!hasBody(request) || request.complete) return void response.end(body)
  response.setHeader('Connection', 'close')
  response.write(body)
  const cut = setTimeout(() => request.destroy(), PATIENCE)
  await drop(request)
  clearTimeout(cut)
  response.end()
}

async function drop(request: IncomingMessage): Promise<void> {
  let length = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.byteLength
      if (length > DROPPED) return
    }
  } catch {
    // The sender has seen enough and hung up, or has sent nothing for too long.
  }
}
