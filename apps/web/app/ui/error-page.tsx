import { Link, useRouteError } from '@remix-run/react'
import { CircleAlert, Search } from 'lucide-react'
import { clientFaultOf, wordsOf, type ClientFault } from './client-fault.ts'
import { button } from './button.ts'
import { headingOf } from './headings.ts'
import { Notice } from './notice.tsx'

/**
 * Where every fault ends up that a page did not answer itself, and every refusal in words. Says what the visitor can do,
 * never what broke.
 */
export function ErrorPage() {
  const error = useRouteError()
  const fault = clientFaultOf(error)
  if (fault?.status === 404) return <MissingPage {...fault} />
  if (fault) {
    return (
      <Notice icon={CircleAlert} title={fault.heading} actions={<WaysOut />}>
        {fault.text}
      </Notice>
    )
  }
  return (
    <Notice icon={CircleAlert} tone="bad" title={headingOf(500)} actions={<WaysOut />}>
      It has been logged. Your plan and your payments are not affected; please try again in a moment.
    </Notice>
  )
}

/** Says in general that there is nothing, unless more is known. */
export function MissingPage(known: Partial<ClientFault>) {
  const { heading, text } = { ...wordsOf(404), ...known }
  return (
    <Notice icon={Search} title={heading} actions={<WaysOut />}>
      {text}
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
