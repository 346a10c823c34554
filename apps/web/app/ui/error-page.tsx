import { Link, useRouteError } from '@remix-run/react'
import { CircleAlert, Search } from 'lucide-react'
import { clientFaultOf, MISSING } from './client-fault.ts'
import { button } from './button.ts'
import { Notice } from './notice.tsx'

/**
 * Where every fault ends up that a page did not answer itself, and every refusal in words. Says what the visitor can do,
 * never what broke.
 */
export function ErrorPage() {
  const error = useRouteError()
  const fault = clientFaultOf(error)
  if (fault?.status === 404) return <MissingPage />
  if (fault) {
    return (
      <Notice icon={CircleAlert} title={fault.heading} actions={<WaysOut />}>
        {fault.text}
      </Notice>
    )
  }
  return (
    <Notice icon={CircleAlert} tone="bad" title="Something went wrong on our side" actions={<WaysOut />}>
      It has been logged. Your plan and your payments are not affected; please try again in a moment.
    </Notice>
  )
}

export function MissingPage() {
  return (
    <Notice icon={Search} title={MISSING.heading} actions={<WaysOut />}>
      {MISSING.text}
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
