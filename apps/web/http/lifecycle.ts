import { once } from 'node:events'
import type { Server } from 'node:http'

/** Milliseconds that requests in flight have to finish once the process is told to stop. */
const GRACE = 10_000

/**
 * Connections that may wait to be accepted, where the system allows as many (`net.core.somaxconn`, 4096 by default). One
 * that finds no room is tried again by its client after a second, and then after three: pages would wait with the rest.
 */
const BACKLOG = 4096

/**
 * Milliseconds that a client has for its headers and for a whole request, and that a connection stays open without one:
 * longer than a proxy in front keeps it (60 s with most), or a request is sent into its end.
 */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 }

/** Begins to listen. @throws Error with one line for a person when the port is taken. */
export async function listen(server: Server, port: number): Promise<void> {
  Object.assign(server, TIMEOUTS)
  server.listen({ port, backlog: BACKLOG })
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is in use. Stop what listens there, or set PORT to another port.`, {
      cause: error,
    })
  }
}

/** Waits for SIGTERM or SIGINT, then stops accepting and lets requests in flight finish. */
export async function untilStopped(server: Server): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  const closed = once(server, 'close')
  server.close()
  // A kept-alive connection falls idle only after its answer; nobody else would close it then.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), GRACE)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
