import { mayDo, refusalWords } from '@paidup/api'
import { creditPacks, planByKey } from '@paidup/billing/catalog'
import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireMember } from '../../api/member.server.ts'
import { CreditsPanel } from './credits-panel.tsx'
import { PaymentList } from './payment-list.tsx'
import { paymentPage } from './payment-page.server.ts'
import { PlanChange } from './plan-change.tsx'
import { PlanSlip } from './plan-slip.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import { subscribablePlans } from '../../catalog/for-sale.server.ts'
import { changeFrom } from './plan-change.server.ts'
import { readForm } from '../../http/read-form.server.ts'

export const meta: MetaFunction = () => [{ title: 'Billing · Paidup' }]

/** What the viewer's organization has: its plan, running or lapsed, its payments and its credits. */
export async function loader(args: LoaderFunctionArgs) {
  const { viewer, api } = await requireMember(args)
  const [entitlement, payments, balance, organization] = await Promise.all([
    api.entitlement.current(),
    api.payments.list(),
    api.credits.balance(),
    args.context.db.organization.findUniqueOrThrow({ where: { id: viewer.orgId }, select: { name: true } }),
  ])
  return {
    entitlement,
    payments,
    page: await paymentPage(api, args.request, payments),
    balance,
    organization: organization.name,
    plan: planByKey(entitlement.plan) ?? null,
    shownPlan: planByKey(entitlement.lapsed?.plan ?? entitlement.plan) ?? null,
    plans: subscribablePlans,
    packs: creditPacks,
    may: {
      buy: mayDo(viewer.role, 'buy'),
      change: mayDo(viewer.role, 'change'),
      portal: mayDo(viewer.role, 'portal'),
    },
    whoMayChange: refusalWords('change'),
  }
}

/** Changes the subscription. */
export async function action(args: ActionFunctionArgs) {
  const { api } = await requireMember(args)
  const { outcome, status } = await changeFrom(api, await readForm(args.request))
  return data(outcome, { status })
}

export { ErrorPage as ErrorBoundary } from '../../ui/error-page.tsx'

export default function BillingPage() {
  const loaded = useLoaderData<typeof loader>()
  const { entitlement, payments, page, balance, organization, plan, shownPlan, plans, packs, may } = loaded
  return (
    <div className="mx-auto max-w-xl lg:max-w-none">
      <h1 className="text-4xl font-semibold tracking-tight">Billing</h1>
      <p className="mt-2 text-ink-soft">{organization}</p>
      {!may.change && <p className="mt-2 text-sm text-ink-soft">{loaded.whoMayChange}</p>}
      <div className="mt-8 grid gap-6 lg:grid-cols-2 lg:items-start">
        <div className="space-y-6">
          <Receipt>
            <PlanSlip entitlement={entitlement} plan={shownPlan} payments={payments} may={may} />
          </Receipt>
          {may.change && entitlement.interval && (
            <Receipt>
              <PlanChange plans={plans} entitlement={entitlement} payments={payments} />
            </Receipt>
          )}
        </div>
        <div className="space-y-6">
          <Receipt>
            <CreditsPanel balance={balance} plan={plan} packs={may.buy ? packs : []} />
          </Receipt>
          <Receipt>
            <PaymentList {...page} />
          </Receipt>
        </div>
      </div>
    </div>
  )
}
