import type { RequestListener } from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import express, { type Express, type RequestHandler } from 'express'
import type { Services } from '../app/services.server.ts'
import { answerFault } from './answer-fault.ts'
import { createDoor, type Admitted } from './door/door.ts'
import { ownOrigin } from './own-origin.ts'
import { remixHandler } from './remix-handler.ts'
import { requestBody } from './request-body.ts'
import { requestLine } from './request-line.ts'
import { clientAddress } from './client-address.ts'
import { securityHeaders } from './security-headers.ts'

/** What renders the pages: the built app and its files, or Vite, which makes both on request. */
export type Frontend =
  | { mode: 'production'; build: ServerBuild; clientFiles: string }
  | { mode: 'development'; build: () => Promise<ServerBuild>; middleware: RequestHandler }

/** Deliveries that share a connection: what comes in a burst goes into few transactions, and the more, the fewer. */
const PLACES_PER_CONNECTION = 4

/**
 * The HTTP application. What a stranger can send is judged before any route is asked: the request line, whose page sent
 * it, and the size of its body. Deliveries pass the door before all of that, because under a burst most are refused there.
 */
export function createApp(services: Services, frontend: Frontend): RequestListener {
  const { env, log, metrics } = services
  const places = PLACES_PER_CONNECTION * env.DATABASE_POOL_SIZE
  const door = { places, log, countDelivery: metrics.countDelivery }
  return createDoor(door, createRoutes(services, frontend))
}

function createRoutes(services: Services, frontend: Frontend): Express {
  const appUrl = new URL(services.env.APP_URL)
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', services.env.TRUSTED_PROXIES)
  if (frontend.mode === 'production') app.use(...securityHeaders(appUrl))
  app.use(requestLine, clientAddress, ownOrigin(appUrl), requestBody)
  if (frontend.mode === 'production') {
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
  app.use(
    remixHandler({
      appUrl,
      build: frontend.build,
      // Given, because the default is NODE_ENV, and without it errors would go out with their stacks.
      mode: frontend.mode,
      getLoadContext: (_request, response) => ({
        ...services,
        place: (response.locals as Partial<Admitted>).place,
        scriptNonce: response.locals['scriptNonce'] as string | undefined,
      }),
    }),
  )
  app.use(answerFault(services.log))
  return app
}
