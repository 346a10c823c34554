import { initTRPC, TRPCError } from '@trpc/server'
import superjson from 'superjson'
import { mayDo, refusalWords, type Action } from './access.ts'
import type { Context } from './context.ts'
import { refusalFrom } from './refusal.ts'

const t = initTRPC
  .context<Context>()
  .meta<{ action: Action }>()
  .create({
    transformer: superjson,
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      // What went wrong inside is for the log, not for the caller.
      message:
        shape.data.code === 'INTERNAL_SERVER_ERROR' ? 'Something went wrong on our side.' : shape.message,
      data: { ...shape.data, stack: undefined, reason: refusalFrom(error)?.reason },
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

/**
 * A procedure for members of an organization whose role lets them do this; `ctx.viewer` is there. Whether the viewer may
 * is decided here and nowhere else. The action is also the procedure's `meta`, so that a table of all can be checked.
 */
export function procedureFor(action: Action) {
  return logged.meta({ action }).use(({ ctx, next }) => {
    if (!ctx.viewer) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in first.' })
    if (!mayDo(ctx.viewer.role, action)) {
      throw new TRPCError({ code: 'FORBIDDEN', message: refusalWords(action) })
    }
    return next({ ctx: { viewer: ctx.viewer } })
  })
}
