import { refusalFrom } from '@paidup/api'
import { throwClientFault } from '../http/client-fault.server.ts'

/**
 * Ends a form's action where a procedure has refused: with a page of its words, under its status. Anything else is
 * thrown as it is: a fault, which is logged and shown as one.
 */
export function throwRefusal(error: unknown): never {
  const refusal = refusalFrom(error)
  if (!refusal || (refusal.status !== 403 && refusal.status !== 409)) throw error
  throwClientFault(refusal.status, 'This was not done', refusal.text)
}
