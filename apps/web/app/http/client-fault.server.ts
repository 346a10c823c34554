import { data } from '@remix-run/node'
import type { ClientFault } from '../ui/client-fault.ts'

/**
 * Ends a loader or an action with a page that says what the client did wrong, inside the site's frame. It is not logged.
 * @param status 4xx
 */
export function throwClientFault(status: number, heading: string, text: string): never {
  throw data({ heading, text } satisfies ClientFault, { status })
}
