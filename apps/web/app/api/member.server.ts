import { createCaller, type Context } from '@paidup/api'
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { loginPath } from '../account/redirect-to.ts'
import { readSession, type Viewer } from '../account/viewer.server.ts'
import { apiContext } from './context.server.ts'

/** Who is signed in, and the procedures as they may call them. */
export type Member = { viewer: Viewer; ctx: Context; api: ReturnType<typeof createCaller> }

/**
 * The gate of every page that is somebody's: who may do what there, the procedures decide.
 * @param otherwise where to go first who is not signed in: the login, which leads back
 * @throws that redirect
 */
export async function requireMember(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  otherwise: () => Response = () => redirect(loginPath(request)),
): Promise<Member> {
  const { viewer } = await readSession(request, context)
  // Who has gone meanwhile is shown nothing.
  request.signal.throwIfAborted()
  if (!viewer) throw otherwise()
  const ctx = apiContext(context, viewer)
  return { viewer, ctx, api: createCaller(ctx) }
}
