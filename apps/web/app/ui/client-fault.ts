import { isRouteErrorResponse } from '@remix-run/react'

/** What the client did wrong, in words for the visitor. */
export type ClientFault = { heading: string; text: string }

export const MISSING: ClientFault = {
  heading: 'This page does not exist',
  text: 'The address may be mistyped, or belong to another account.',
}

/** What the router finds by itself: an address without a page, a method that a page does not know. */
const BY_STATUS: Record<number, ClientFault> = {
  404: MISSING,
  405: { heading: 'That can not be done here', text: 'This page can be looked at, but takes no form.' },
}

const ANY: ClientFault = { heading: 'This request can not be read', text: 'Please go back and try again.' }

/** @returns what to tell the visitor of a fault of theirs; null for one of ours */
export function clientFaultOf(error: unknown): (ClientFault & { status: number }) | null {
  if (!isRouteErrorResponse(error) || error.status >= 500) return null
  const { status } = error
  const given = error.data as Partial<ClientFault> | null
  if (given?.heading && given.text) return { heading: given.heading, text: given.text, status }
  return { ...(BY_STATUS[status] ?? ANY), status }
}
