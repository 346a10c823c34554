import type { Figures } from '../figures.ts'
import type { LoadClient } from '../load/load-client.ts'
import type { ClosedLoop, Target } from '../load/orders.ts'
import type { Web } from '../stage/web.ts'

/**
 * A route of Remix that does nothing (`apps/web/app/routes/healthz.ts`): what any request costs before ours begins. If it
 * is ever answered before Remix is asked, another one has to be named here.
 */
export const EMPTY_ROUTE: Target = { send: 'get', path: '/healthz' }

/** The built web app, asked over kept-alive connections. `ms node` is the web app's CPU for each request. */
export async function overHttp(
  client: LoadClient,
  web: Web,
  load: Omit<ClosedLoop, 'url'>,
): Promise<Figures> {
  const before = web.usage().cpuMilliseconds
  const { perSecond, latency, requests, clientCost } = await client.closedLoop({ url: web.url, ...load })
  return {
    [load.target.send === 'get' ? 'requests/s' : 'events/s']: perSecond,
    'ms p99': latency.p99,
    'ms node': (web.usage().cpuMilliseconds - before) / requests,
    'ms client': clientCost,
  }
}
