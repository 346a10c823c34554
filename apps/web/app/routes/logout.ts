import { redirect, type ActionFunctionArgs } from '@remix-run/node'

/** Ends the session. Only a form does, so that no link or image can. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { headers } = await context.auth.api.signOut({ headers: request.headers, returnHeaders: true })
  return redirect('/', { status: 303, headers })
}

export const loader = (): Response => redirect('/')
