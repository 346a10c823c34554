import { data } from '@remix-run/node'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'

/**
 * What a form's action throws where a procedure has refused: a page with its words, under its status.
 * @returns anything else as it is: a fault, which is logged and shown as one
 */
export function refusalPage(error: unknown): unknown {
  if (!(error instanceof TRPCError)) return error
  const status = getHTTPStatusCodeFromError(error)
  return status === 403 || status === 409 ? data(error.message, { status }) : error
}
