import type { MetaFunction } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { button } from '../ui/button.ts'
import { Receipt, ReceiptLines, ReceiptRule } from '../ui/receipt.tsx'

export const meta: MetaFunction = () => [
  { title: 'Paidup · who has paid for what' },
  {
    name: 'description',
    content: 'Your plan starts the moment you have paid, exactly once, and you see it happen.',
  },
]

export default function HomePage() {
  return (
    <>
      <div className="grid items-center gap-12 md:grid-cols-[1.15fr_1fr]">
        <div>
          <h1 className="text-4xl leading-[1.08] font-semibold tracking-tight text-balance sm:text-6xl">
            You paid. <span className="text-paid">You have it.</span>
          </h1>
          <p className="mt-6 max-w-md text-lg text-ink-soft">
            Paidup turns a payment into the plan you bought: once, never twice, and while you watch. No “try
            again in an hour”.
          </p>
          <div className="mt-9 flex flex-wrap gap-3">
            <Link to="/pricing" className={button()}>
              See plans and prices
            </Link>
            <Link to="/signup" className={button('quiet')}>
              Start free
            </Link>
          </div>
        </div>
        <SampleReceipt />
      </div>
      <ul className="mt-20 grid gap-x-10 gap-y-8 border-t border-line pt-10 sm:grid-cols-3">
        {PROMISES.map(({ title, text }) => (
          <li key={title}>
            <h2 className="font-semibold">{title}</h2>
            <p className="mt-2 text-sm text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

function SampleReceipt() {
  return (
    <div role="img" aria-label="A receipt: plan Pro, paid, active" className="md:rotate-2">
      <Receipt className="mx-auto max-w-sm">
        <p className="flex items-baseline justify-between">
          <span className="text-lg font-semibold tracking-tight">Pro</span>
          <span className="-rotate-6 rounded border-2 border-paid px-2 py-0.5 font-mono text-sm font-bold tracking-widest text-paid">
            PAID
          </span>
        </p>
        <ReceiptRule />
        <ReceiptLines
          lines={[
            { term: 'payment', fact: '14:02:07' },
            { term: 'confirmed', fact: '14:02:08' },
            { term: 'plan active', fact: '14:02:08' },
          ]}
        />
        <ReceiptRule />
        <ReceiptLines lines={[{ term: 'waiting', fact: 'about a second' }]} />
      </Receipt>
    </div>
  )
}

const PROMISES = [
  {
    title: 'Exactly once',
    text: 'However often a payment is reported to us, it counts once: one payment, one plan.',
  },
  {
    title: 'In the right order',
    text: 'News that arrives late never undoes news that is newer. What you see is what holds.',
  },
  {
    title: 'Plainly said',
    text: 'While a payment is being confirmed we say so. We never guess, and you never have to.',
  },
]
