import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { accountAction, accountHeaders, accountLoader } from '../account/account-pages.server.ts'
import { AccountForm } from '../account/account-form.tsx'
import { EmailField } from '../account/email-field.tsx'
import { Field } from '../ui/field.tsx'
import { login } from '../account/credentials.server.ts'
import { withRedirectTo } from '../account/redirect-to.ts'

export const meta: MetaFunction = () => [{ title: 'Log in · Paidup' }]

export const loader = accountLoader

export const headers = accountHeaders

export const action = (args: ActionFunctionArgs) => accountAction(args, login)

export { ErrorPage as ErrorBoundary } from '../ui/error-page.tsx'

export default function LoginPage() {
  const { redirectTo } = useLoaderData<typeof loader>()
  const { faults, typed } = useActionData<typeof action>() ?? {}
  return (
    <AccountForm
      title="Log in"
      intro="Good to see you again."
      submit="Log in"
      faults={faults}
      other={{ question: 'New here?', label: 'Create an account', to: withRedirectTo('/signup', redirectTo) }}
    >
      <EmailField typed={typed?.email} fault={faults?.fields.email} />
      <Field
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        fault={faults?.fields.password}
      />
    </AccountForm>
  )
}
