import { appRouter } from '@paidup/api'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { apiContext } from '../api/context.server.ts'
import { readSession } from '../account/viewer.server.ts'

/** The typed API over HTTP: queries by GET, mutations by POST. */
function handle({ request, context }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    // Ours asks one by one. A list of hundreds would be one request to every limit that counts requests.
    allowBatching: false,
    createContext: async () => {
      const { viewer } = await readSession(request, context)
      // A poll that was given up meanwhile asks nothing more.
      request.signal.throwIfAborted()
      return apiContext(context, viewer)
    },
  })
}

export { handle as loader, handle as action }
