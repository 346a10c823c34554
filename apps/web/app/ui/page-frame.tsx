import { Form, Link, NavLink } from '@remix-run/react'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { button } from './button.ts'

type PageFrameProps = {
  /** The viewer's; null when nobody is signed in, undefined on a fault that keeps us from knowing. */
  email: string | null | undefined
  children: ReactNode
}

/** Header, main and footer around every page. */
export function PageFrame({ email, children }: PageFrameProps) {
  return (
    <div className="flex min-h-screen flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:rounded-md focus:bg-white focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <header className="mx-auto flex w-full max-w-5xl items-center gap-x-4 gap-y-1 px-5 py-5 sm:gap-x-7">
        <Link to="/" className="mr-auto flex items-center gap-2.5 text-lg font-semibold tracking-tight">
          <span className="grid size-7 place-items-center rounded-lg bg-paid text-white">
            <Check aria-hidden size={17} strokeWidth={3.2} />
          </span>
          Paidup
        </Link>
        <nav aria-label="Main" className="flex items-center gap-x-3 text-sm font-medium sm:gap-x-7">
          <NavLink to="/pricing" className={navLink}>
            Pricing
          </NavLink>
          {email === null && <SignedOut />}
          {email && <SignedIn email={email} />}
        </nav>
      </header>
      <main id="main" className="mx-auto w-full max-w-5xl grow px-5 pt-8 pb-20 sm:pt-14">
        {children}
      </main>
      <footer className="mx-auto w-full max-w-5xl px-5 pb-8 font-mono text-xs text-ink-soft">
        Paidup · who has paid for what
      </footer>
    </div>
  )
}

function SignedOut() {
  return (
    <>
      <NavLink to="/login" className={navLink}>
        Log in
      </NavLink>
      <Link to="/signup" className={`${button('primary', 'small')} max-sm:hidden`}>
        Sign up
      </Link>
    </>
  )
}

function SignedIn({ email }: { email: string }) {
  return (
    <>
      <NavLink to="/billing" className={navLink}>
        Billing
      </NavLink>
      <Form method="post" action="/logout">
        <button className={button('quiet', 'small')} title={`Signed in as ${email}`}>
          Sign out
        </button>
      </Form>
    </>
  )
}

function navLink({ isActive }: { isActive: boolean }): string {
  return `py-2 underline-offset-8 hover:underline ${isActive ? 'underline decoration-paid decoration-2' : 'text-ink-soft hover:text-ink'}`
}
