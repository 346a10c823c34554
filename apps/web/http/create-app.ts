import { createRequestHandler } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Services } from '../app/services.server.ts'
import { bodyLimit } from './body-limit.ts'
import { clientAddress } from './client-address.ts'
import { securityHeaders } from './security-headers.ts'
import { sendProblem } from './send-problem.ts'

/** What renders the pages: the built app and its files, or Vite, which makes both on request. */
export type Frontend =
  | { mode: 'production'; build: ServerBuild; clientFiles: string }
  | { mode: 'development'; build: () => Promise<ServerBuild>; middleware: RequestHandler }

/** The HTTP application. Nothing in it reads a body before a route does: signatures are over the raw bytes. */
export function createApp(services: Services, frontend: Frontend): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', services.env.TRUSTED_PROXIES)
  app.use(clientAddress)
  app.use(bodyLimit)
  if (frontend.mode === 'production') {
    app.use(securityHeaders)
    // Names under assets/ carry a hash of the content.
    app.use('/assets', express.static(`${frontend.clientFiles}/assets`, { immutable: true, maxAge: '1y' }))
    app.use(express.static(frontend.clientFiles, { maxAge: '1h', index: false }))
  } else {
    app.use(frontend.middleware)
  }
  app.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store')
    next()
  })
  const handle = createRequestHandler({
    build: frontend.build,
    // Given, because the default is NODE_ENV, and without it errors would go out with their stacks.
    mode: frontend.mode,
    getLoadContext: (_request, response) => ({
      ...services,
      scriptNonce: response.locals['scriptNonce'] as string | undefined,
    }),
  })
  app.all('*', (request, response, next) => void handle(request, response, next))
  app.use(lastResort(services))
  return app
}

/** Faults that Remix did not answer itself, such as a Host that is no host. Express's own handler shows stacks. */
function lastResort({ log }: Services): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    log.error({ err: error, method: request.method, path: request.path }, 'request failed')
    if (response.headersSent) return next(error)
    sendProblem(response, 500, 'error', 'Something went wrong here. It has been logged.')
  }
}
