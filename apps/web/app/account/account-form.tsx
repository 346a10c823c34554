import { Form, Link, useNavigation } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Faults } from './credentials.server.ts'
import { button } from '../ui/button.ts'
import { Receipt } from '../ui/receipt.tsx'

type AccountFormProps = {
  title: string
  intro: string
  submit: string
  faults: Faults | undefined
  /** The fields. */
  children: ReactNode
  /** The way to the other form. */
  other: { question: string; label: string; to: string }
}

/** The frame of the login and sign-up pages. Works without scripts; with them, the first wrong field gets the focus. */
export function AccountForm({ title, intro, submit, faults, children, other }: AccountFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isBusy = useNavigation().formMethod === 'POST'
  useEffect(() => {
    if (faults) form.current?.querySelector<HTMLElement>('[aria-invalid], [type=password]')?.focus()
  }, [faults])
  return (
    <div className="mx-auto max-w-md">
      <Receipt>
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-1.5 text-ink-soft">{intro}</p>
        <Form method="post" ref={form} noValidate className="mt-7 space-y-5">
          {faults?.form && (
            <p role="alert" className="rounded-lg bg-alert-wash px-4 py-3 text-sm font-medium text-alert">
              {faults.form}
            </p>
          )}
          {children}
          <button className={`${button()} w-full`} disabled={isBusy}>
            {submit}
          </button>
        </Form>
        <p className="mt-6 text-sm text-ink-soft">
          {other.question}{' '}
          <Link to={other.to} className="font-semibold text-paid underline underline-offset-4">
            {other.label}
          </Link>
        </p>
      </Receipt>
    </div>
  )
}
