import { isRouteErrorResponse, Link, useRouteError } from '@remix-run/react'
import { CircleAlert, Search } from 'lucide-react'
import { button } from './button.ts'
import { Notice } from './notice.tsx'

/**
 * Where every fault ends up that a page did not answer itself, and every refusal in words. Says what the visitor can do,
 * never what broke.
 */
export function ErrorPage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <MissingPage />
  if (isRouteErrorResponse(error) && typeof error.data === 'string' && error.status < 500)
    return (
      <Notice icon={CircleAlert} title="This was not done" actions={<WaysOut />}>
        {error.data}
      </Notice>
    )
  return (
    <Notice icon={CircleAlert} tone="bad" title="Something went wrong on our side" actions={<WaysOut />}>
      It has been logged. Your plan and your payments are not affected; please try again in a moment.
    </Notice>
  )
}

export function MissingPage() {
  return (
    <Notice icon={Search} title="This page does not exist" actions={<WaysOut />}>
      The address may be mistyped, or belong to another account.
    </Notice>
  )
}

/** Whole page loads: what the router knows may be what is broken. */
function WaysOut() {
  return (
    <>
      <Link to="/" reloadDocument className={button()}>
        Start page
      </Link>
      <Link to="/billing" reloadDocument className={button('quiet')}>
        See your plan
      </Link>
    </>
  )
}
