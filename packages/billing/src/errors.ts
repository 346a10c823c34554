import { faultsOf } from '@paidup/db'

/** A verified event, or an object of Stripe's, whose shape is not the one it must have. Retrying can't help. */
export class UnexpectedShape extends Error {
  override readonly name = 'UnexpectedShape'
}

/**
 * PostgreSQL's class 22, data exception, and 54000, an id too long for an index: the value itself can't be stored. Class 23, a violated constraint, is not
 * among them: what breaks one is a schema of ours that is behind, and the same event is right after its repair.
 */
const DATA_FAULT = /^(22|54000$)/

/**
 * Errors that go by themselves: no free connection in time, a transaction or lock wait that ran out, a deadlock, a
 * server that is starting, stopping, read-only or away. Codes of Prisma, of PostgreSQL (appendix A) and of sockets.
 */
const PASSING_FAULT =
  /^(P1001|P1002|P1008|P1017|P2024|P2028|P2034|P2037|08\d\w\d|25006|25P0[34]|40\w{3}|53\d{3}|55P03|57\w{3}|ECONN\w+|ETIMEDOUT|EPIPE)$/

/** What the adapter calls a connection that is gone, where it has no code. */
const PASSING_KIND = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/

/** node-postgres has only words for these. */
const PASSING_MESSAGE = /timeout exceeded when trying to connect|Connection terminated|not queryable/

/** Whether the database refused the data itself, so that the same event will be refused for ever. */
export function isDataFault(error: unknown): boolean {
  return faultsOf(error).some(({ codes }) => codes.some((code) => DATA_FAULT.test(code)))
}

/** Whether a fault is expected to pass, so that the caller is told 503 and not 500. */
export function isPassingFault(error: unknown): boolean {
  return faultsOf(error).some(
    ({ codes, kind, message }) =>
      codes.some((code) => PASSING_FAULT.test(code)) ||
      PASSING_KIND.test(kind) ||
      PASSING_MESSAGE.test(message),
  )
}

/** Whether a lock was held for too long, or two waited for each other: of several events, one may have met it. */
export function isLockFault(error: unknown): boolean {
  return faultsOf(error).some(({ codes }) => codes.some((code) => /^(55P03|40P01)$/.test(code)))
}

/** What is alike in faults of one kind, and what the innermost says in one line. */
export function briefOf(error: unknown): { kind: string; message: string } {
  const faults = faultsOf(error)
  const message = faults.at(-1)?.message.trim().split('\n').at(-1) ?? String(error)
  const kind = faults.flatMap(({ codes, kind }) => [...codes, kind]).filter((word) => word !== '')
  return { kind: kind.at(-1) ?? message, message }
}

/** Whether what is wrong is in the event itself, so that it will be refused for ever. */
export function canNeverSucceed(error: unknown): boolean {
  return error instanceof UnexpectedShape || error instanceof SyntaxError || isDataFault(error)
}

/** Why an event was quarantined, without anything that was in it. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof UnexpectedShape) return cause.message
  return cause instanceof SyntaxError ? 'The body is not JSON.' : 'The database refused the data.'
}
