import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { accountAction, accountHeaders, accountLoader } from '../account/account-pages.server.ts'
import { AccountForm } from '../account/account-form.tsx'
import { EmailField } from '../account/email-field.tsx'
import { Field } from '../ui/field.tsx'
import { signup } from '../account/credentials.server.ts'
import { withRedirectTo } from '../account/redirect-to.ts'

export const meta: MetaFunction = () => [{ title: 'Create an account · Paidup' }]

export const loader = accountLoader

export const headers = accountHeaders

export const action = (args: ActionFunctionArgs) => accountAction(args, signup)

export { ErrorPage as ErrorBoundary } from '../ui/error-page.tsx'

export default function SignupPage() {
  const { redirectTo } = useLoaderData<typeof loader>()
  const { faults, typed } = useActionData<typeof action>() ?? {}
  const isBuying = redirectTo.startsWith('/checkout')
  return (
    <AccountForm
      title="Create your account"
      intro={isBuying ? 'Then on to the payment.' : 'It starts on the free plan. No card needed.'}
      submit={isBuying ? 'Create account and continue' : 'Create account'}
      faults={faults}
      other={{ question: 'Have an account?', label: 'Log in', to: withRedirectTo('/login', redirectTo) }}
    >
      <Field
        name="name"
        label="Your name"
        autoComplete="name"
        required
        defaultValue={typed?.name}
        fault={faults?.fields.name}
      />
      <EmailField typed={typed?.email} fault={faults?.fields.email} />
      <Field
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters."
        required
        fault={faults?.fields.password}
      />
    </AccountForm>
  )
}
