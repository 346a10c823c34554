import { redirect, redirectDocument, type ActionFunctionArgs } from '@remix-run/node'

/** Ends the session. Only a form does, so that no link or image can; by a whole page load, so that nothing stays. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { headers } = await context.auth.api.signOut({ headers: request.headers, returnHeaders: true })
  return redirectDocument('/', { status: 303, headers })
}

export const loader = (): Response => redirect('/')
