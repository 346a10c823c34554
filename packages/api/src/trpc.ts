import { initTRPC, TRPCError } from '@trpc/server'
import superjson from 'superjson'
import type { Context } from './context.ts'

const t = initTRPC.context<Context>().create({
  transformer: superjson,
  errorFormatter: ({ shape }) => ({
    ...shape,
    // What went wrong inside is for the log, not for the caller.
    message:
      shape.data.code === 'INTERNAL_SERVER_ERROR' ? 'Something went wrong on our side.' : shape.message,
    data: { ...shape.data, stack: undefined },
  }),
})

export const router = t.router
export const createCallerFactory = t.createCallerFactory

/** Faults of ours, which an operator must see: also those whose message the caller may. */
const LOGGED = new Set<TRPCError['code']>(['INTERNAL_SERVER_ERROR', 'PRECONDITION_FAILED'])

/** Logs faults where they are still whole. */
const logged = t.procedure.use(async ({ ctx, path, next }) => {
  const result = await next()
  if (!result.ok && LOGGED.has(result.error.code)) {
    ctx.services.log.error(
      { seam: 'trpc', path, err: result.error.cause ?? result.error },
      'procedure failed',
    )
  }
  return result
})

/** A procedure for a signed-in member of an organization; `ctx.viewer` is there. */
export const memberProcedure = logged.use(({ ctx, next }) => {
  if (!ctx.viewer) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in first.' })
  return next({ ctx: { viewer: ctx.viewer } })
})
