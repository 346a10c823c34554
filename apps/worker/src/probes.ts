import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'

/**
 * `GET /healthz` answers 200 while the process lives, `GET /readyz` while jobs are taken, else 503 with the reason.
 * @param fault why no jobs are taken; null when they are
 * @throws Error with one line for a person when the port is taken
 */
export async function serveProbes(port: number, fault: () => string | null): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/healthz') return answer(response, 200, { status: 'ok' })
    if (path !== '/readyz') return problem(response, 404, 'not_found', 'Ask /healthz or /readyz.')
    const reason = fault()
    if (reason === null) return answer(response, 200, { status: 'ready' })
    problem(response, 503, 'not_ready', reason)
  })
  server.listen(port)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is in use. Stop what listens there, or set WORKER_PORT to another port.`, {
      cause: error,
    })
  }
  return server
}

/** A fault as RFC 9457 describes it, as the web app answers it. */
function problem(response: ServerResponse, status: number, title: string, detail: string): void {
  answer(response, status, { type: 'about:blank', title, status, detail }, 'application/problem+json')
}

function answer(response: ServerResponse, status: number, body: object, type = 'application/json'): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(JSON.stringify(body))
}
