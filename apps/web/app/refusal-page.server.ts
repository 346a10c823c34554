import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { throwClientFault } from './client-fault.server.ts'

/**
 * Ends a form's action where a procedure has refused: with a page of its words, under its status. Anything else is
 * thrown as it is: a fault, which is logged and shown as one.
 */
export function throwRefusal(error: unknown): never {
  if (!(error instanceof TRPCError)) throw error
  const status = getHTTPStatusCodeFromError(error)
  if (status !== 403 && status !== 409) throw error
  throwClientFault(status, 'This was not done', error.message)
}
