import { createCaller } from '@paidup/api'
import { planByKey } from '@paidup/billing'
import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { apiContext } from '../api-context.server.ts'
import { billingLines } from '../billing-lines.ts'
import { button } from '../components/button.ts'
import { FeatureList } from '../components/feature-list.tsx'
import { Receipt, ReceiptLines, ReceiptRule } from '../components/receipt.tsx'
import { loginPath } from '../redirect-to.ts'
import { readSession } from '../viewer.server.ts'

export const meta: MetaFunction = () => [{ title: 'Billing · Paidup' }]

/** What the viewer's organization may do now, and the name of the plan that is its own, running or lapsed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await readSession(request, context)
  if (!viewer) return redirect(loginPath(request))
  const [entitlement, organization] = await Promise.all([
    createCaller(apiContext(context, viewer)).entitlement.current(),
    context.db.organization.findUniqueOrThrow({ where: { id: viewer.orgId }, select: { name: true } }),
  ])
  const plan = entitlement.lapsed?.plan ?? entitlement.plan
  const planName = planByKey(plan)?.name ?? plan
  return { entitlement, planName, organization: organization.name }
}

export default function BillingPage() {
  const { entitlement, planName, organization } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-xl">
      <h1 className="text-4xl font-semibold tracking-tight">Billing</h1>
      <p className="mt-2 text-ink-soft">{organization}</p>
      <Receipt className="mt-8">
        <ReceiptLines lines={billingLines(entitlement, planName)} />
        <ReceiptRule />
        <h2 className="text-sm font-semibold">What you have</h2>
        <FeatureList features={entitlement.features} className="mt-3 grid gap-2 sm:grid-cols-2" />
        {entitlement.plan === 'free' && !entitlement.lapsed && (
          <Link to="/pricing" className={`${button()} mt-8 w-full`}>
            See plans and prices
          </Link>
        )}
      </Receipt>
    </div>
  )
}
