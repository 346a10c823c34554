import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'

/** better-auth's own endpoints, for programs. The pages sign people in through forms. */
export function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  return context.auth.handler(request)
}

export function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  return context.auth.handler(request)
}
