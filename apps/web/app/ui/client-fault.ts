import { isRouteErrorResponse } from '@remix-run/react'
import { headingOf } from './headings.ts'

/** What the client did wrong, in words for the visitor. */
export type ClientFault = { heading: string; text: string }

/** What the router finds by itself: an address without a page, a method that a page does not know. */
const TEXTS: Record<number, string> = {
  404: 'The address may be mistyped, or belong to another account.',
  405: 'This page can be looked at, but takes no form.',
}

/** What to tell of a fault that comes without words. @param status 4xx */
export function wordsOf(status: number): ClientFault {
  return { heading: headingOf(status), text: TEXTS[status] ?? 'Please go back and try again.' }
}

/** @returns what to tell the visitor of a fault of theirs; null for one of ours */
export function clientFaultOf(error: unknown): (ClientFault & { status: number }) | null {
  if (!isRouteErrorResponse(error) || error.status >= 500) return null
  const { status } = error
  const given = error.data as Partial<ClientFault> | null
  if (given?.heading && given.text) return { heading: given.heading, text: given.text, status }
  return { ...wordsOf(status), status }
}
