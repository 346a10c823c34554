import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { data } from '@remix-run/node'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ApiProvider } from './api/provider.tsx'
import stylesheet from './ui/app.css?url'
import { ErrorPage } from './ui/error-page.tsx'
import { PageFrame } from './ui/page-frame.tsx'
import { useScriptNonce } from './ui/script-nonce.ts'
import { readSession } from './account/viewer.server.ts'

export const meta: MetaFunction = ({ error }) => [
  { title: error ? 'Something went wrong · Paidup' : 'Paidup' },
]

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

/** Who is signed in, for the header. Passes on the cookie that renews a session in use. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer, headers } = await readSession(request, context)
  return data({ email: viewer?.email ?? null }, { headers })
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useScriptNonce()
  const email = useRouteLoaderData<typeof loader>('root')?.email
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <PageFrame email={email}>{children}</PageFrame>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function App() {
  return (
    <ApiProvider>
      <Outlet />
    </ApiProvider>
  )
}

export { ErrorPage as ErrorBoundary }
