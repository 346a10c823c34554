import { Prisma } from '@paidup/db'

/** A verified event, or an object of Stripe's, whose shape is not the one it must have. Retrying can't help. */
export class UnexpectedShape extends Error {
  override readonly name = 'UnexpectedShape'
}

/** PostgreSQL's classes of errors that lie in the data: 22 data exception, 23 integrity constraint violation. */
const DATA_FAULT = /^2[23]/

/**
 * Errors that go by themselves: no free connection in time, a transaction or lock wait that ran out, a
 * deadlock, a server that is starting, stopping or away. `code` is Prisma's or PostgreSQL's (appendix A).
 */
const PASSING_FAULT =
  /^(P1001|P1002|P1008|P1017|P2024|P2028|P2034|08\d\w\d|40\w{3}|53\d{3}|55P03|57\w{3}|ECONN\w+|ETIMEDOUT|EPIPE)$/

/** Whether the database refused the data itself, so that the same event will be refused for ever. */
export function isDataFault(error: unknown): boolean {
  return codesOf(error).some((code) => DATA_FAULT.test(code))
}

/** Whether a fault is expected to pass, so that the caller is told 503 and not 500. */
export function isPassingFault(error: unknown): boolean {
  return codesOf(error).some((code) => PASSING_FAULT.test(code)) || isConnectTimeout(error)
}

/** Every code along the chain of causes: Prisma's own, the adapter's, PostgreSQL's, the socket's. */
function codesOf(error: unknown): string[] {
  const codes: string[] = []
  let current: unknown = error
  for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, originalCode } = current as { code?: unknown; originalCode?: unknown }
    codes.push(...[code, originalCode].filter((value) => typeof value === 'string'))
    current = innerOf(current)
  }
  return codes
}

/** Prisma hides the adapter's error in `meta`; everyone else uses `cause`. */
function innerOf(error: object): unknown {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.meta)
    return error.meta['driverAdapterError']
  return (error as { cause?: unknown }).cause
}

/** node-postgres gives its pool's time-out no code, only words. */
function isConnectTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
  )
}
