import { createCaller, mayDo, whoMay } from '@paidup/api'
import { catalog, creditPacks, type BillingInterval } from '@paidup/billing/catalog'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import { apiContext } from '../../api/context.server.ts'
import { CreditPackCard } from './credit-pack-card.tsx'
import { PlanCard } from './plan-card.tsx'
import { isPaidOnce, yearlySaving } from '../../catalog/plan-words.ts'
import { readSession } from '../../account/viewer.server.ts'

export const meta: MetaFunction = () => [
  { title: 'Pricing · Paidup' },
  { name: 'description', content: 'By the month, by the year, or once and for all.' },
]

/** The catalogue, and what who is signed in has of it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await readSession(request, context)
  const holding = viewer && {
    ...(await createCaller(apiContext(context, viewer)).entitlement.current()),
    mayBuy: mayDo(viewer.role, 'buy'),
  }
  return { plans: catalog, packs: creditPacks, holding, buyers: whoMay('buy') }
}

export default function PricingPage() {
  const { plans, packs, holding, buyers } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const interval = query.get('interval') === 'year' ? 'year' : 'month'
  return (
    <>
      <div className="text-center">
        <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">Plans and prices</h1>
        <p className="mx-auto mt-4 max-w-md text-lg text-balance text-ink-soft">
          Start free. When you want more, pay by the month, by the year or just once, and have it right away.
        </p>
        <IntervalSwitch interval={interval} saving={yearlySaving(plans)} />
      </div>
      <div className="mt-10 grid gap-6 sm:mt-12 md:grid-cols-3">
        {plans
          .filter((plan) => !isPaidOnce(plan))
          .map((plan) => (
            <PlanCard key={plan.key} plan={plan} interval={interval} holding={holding} buyers={buyers} />
          ))}
      </div>
      <h2 className="mt-14 text-center text-2xl font-semibold tracking-tight">Or pay just once</h2>
      <div className="mx-auto mt-7 grid gap-6 md:max-w-[42rem] md:grid-cols-2">
        {plans.filter(isPaidOnce).map((plan) => (
          <PlanCard key={plan.key} plan={plan} interval={interval} holding={holding} buyers={buyers} />
        ))}
        {packs.map((pack) => (
          <CreditPackCard key={pack.key} pack={pack} mayBuy={holding?.mayBuy ?? true} buyers={buyers} />
        ))}
      </div>
    </>
  )
}

/** Links, not state: the choice is in the address, and works before any script has run. */
function IntervalSwitch({ interval, saving }: { interval: BillingInterval; saving: number | null }) {
  return (
    <nav
      aria-label="Billing interval"
      className="mt-8 inline-flex rounded-xl border border-line bg-white p-1"
    >
      <IntervalLink to="?interval=month" isChosen={interval === 'month'} label="Monthly" />
      <IntervalLink
        to="?interval=year"
        isChosen={interval === 'year'}
        label="Yearly"
        note={saving && `save ${saving}%`}
      />
    </nav>
  )
}

type IntervalLinkProps = { to: string; isChosen: boolean; label: string; note?: string | null | 0 }

function IntervalLink({ to, isChosen, label, note }: IntervalLinkProps) {
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className={`rounded-lg px-5 py-2 text-sm font-semibold ${isChosen ? 'bg-paid text-white' : 'text-ink-soft hover:text-ink'}`}
    >
      {label}
      {note && (
        <span className={`ml-2 font-mono text-xs font-normal ${isChosen ? '' : 'text-paid'}`}>{note}</span>
      )}
    </Link>
  )
}
