import { invalidRequest } from '../core/errors.ts'
import { page } from '../http/list.ts'
import { accepted, listOf, listParams, params } from '../http/params.ts'
import { route } from '../http/route.ts'
import { flag, text } from '../http/values.ts'
import { eventOf } from '../objects/event.ts'

const filters = listParams({
  type: text.optional(),
  types: listOf(text).optional(),
  delivery_success: flag.optional(),
})

/** `customer.*` stands for a family of types. */
const isOfType = (type: string, wanted: string) =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted

const MOST_TYPES = 20

/** A list is filtered by one type or by up to twenty (docs.stripe.com/api/events/list). */
function refuseTypes({ type, types }: { type?: string | undefined; types?: string[] | undefined }): void {
  if (!types) return
  if (type !== undefined)
    throw invalidRequest('You may pass either `type` or `types`, but not both.', 'types')
  if (types.length <= MOST_TYPES) return
  throw invalidRequest(
    `You may pass up to ${MOST_TYPES} event names in \`types\`, not ${types.length}.`,
    'types',
  )
}

/** The events API. Events are newest first; those of one second keep the order they happened in. */
export const eventRoutes = [
  route('GET', '/v1/events', filters, ({ world, params: wanted, url }) => {
    refuseTypes(wanted)
    const types = wanted.types ?? (wanted.type === undefined ? undefined : [wanted.type])
    const seen = world.store
      .all('event')
      .filter(
        (event) =>
          (types?.some((type) => isOfType(event.type, type)) ?? true) &&
          (wanted.delivery_success === undefined ||
            wanted.delivery_success === (event.pending_webhooks === 0)),
      )
    return page(url, seen, wanted)
  }),
  route('GET', '/v1/events/:id', params({}), ({ world, path }) => eventOf(world, path())),
  route(
    'POST',
    '/v1/events/:id/retry',
    params({ webhook_endpoint: text.optional(), account: text.optional(), ...accepted('for_stripecli') }),
    ({ world, params: wanted, path }) => {
      const event = eventOf(world, path())
      world.resend(event, wanted.webhook_endpoint)
      return eventOf(world, event.id)
    },
  ),
]
