import { Prisma } from './generated/client.ts'

/** One error of a chain. */
export type Fault = {
  /** Of Prisma, of PostgreSQL (appendix A) or of the socket. */
  codes: string[]
  /** What Prisma's adapter calls it, where it has no code. */
  kind: string
  message: string
}

/** The chain of causes: Prisma's own error, the adapter's, PostgreSQL's, the socket's. */
export function faultsOf(error: unknown): Fault[] {
  const faults: Fault[] = []
  let current: unknown = error
  for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, originalCode, originalMessage, kind, message } = current as Record<string, unknown>
    faults.push({
      codes: [code, originalCode].filter((value) => typeof value === 'string'),
      kind: typeof kind === 'string' ? kind : '',
      // The adapter tells most messages twice.
      message: [...new Set([message, originalMessage])]
        .filter((value) => typeof value === 'string')
        .join('\n'),
    })
    current = innerOf(current)
  }
  return faults
}

/** Prisma hides the adapter's error in `meta`; everyone else uses `cause`. */
function innerOf(error: object): unknown {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.meta)
    return error.meta['driverAdapterError']
  return (error as { cause?: unknown }).cause
}
