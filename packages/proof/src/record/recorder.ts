import { handledTypes } from '@paidup/billing/operate'
import { startStripeLocal, type StripeLocal, type StripeLocalOptions } from '@paidup/stripe-local'
import Stripe from 'stripe'

const DAY = 86_400

/** What happened at Stripe, and how it stands at the end. */
export type Recording = {
  /** The events of handled types, oldest first. */
  events: Stripe.Event[]
  /** The objects as Stripe has them now, by id: all that events and jobs are about. */
  truth: Map<string, object>
  /** The ids that are this life's own, and no other's. */
  ownIds: string[]
  /** Stripe's clock at the end. */
  endedAt: Date
}

/** Local Stripe, driven from outside as a shop and its customers do, with an eye on everything it tells. */
export type Recorder = {
  stripe: Stripe
  local: StripeLocal
  /** Pays on the hosted page. */
  pay: (session: { url: string | null }, number?: string) => Promise<void>
  /** Lets days pass, in steps that no event is forgotten in. */
  wait: (days: number) => Promise<void>
  /** Ends it: what was told, and the truth about what it told of. */
  finish: () => Promise<Recording>
}

/**
 * @param seed of the ids of everything that is created, and of hostile delivery
 * @param delivery to whom events are delivered meanwhile, and how; to nobody unless given
 */
export async function startRecorder(
  seed: string,
  delivery: Pick<StripeLocalOptions, 'webhook' | 'delivery'> = {},
): Promise<Recorder> {
  const local = await startStripeLocal({ port: 0, seed, ...delivery })
  const stripe = new Stripe('sk_test_local', {
    host: '127.0.0.1',
    port: local.port,
    protocol: 'http',
    maxNetworkRetries: 5,
  })
  const told = new Map<string, Stripe.Event>()
  const listen = async () => {
    const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    for (const event of events.reverse()) told.set(event.id, event)
  }
  const wait = async (days: number) => {
    for (let left = days; left > 0; left -= 20) {
      await listen()
      const seconds = Math.round(Math.min(left, 20) * DAY)
      await posted(`${local.url}/_local/advance`, JSON.stringify({ seconds }))
    }
    await listen()
  }
  const pay = async ({ url }: { url: string | null }, number = '4242 4242 4242 4242') => {
    await posted(url ?? '', new URLSearchParams({ ...SHOPPER, number }))
  }
  const finish = async () => {
    await listen()
    const ownIds = ownIdsOf([...told.values()])
    const events = [...told.values()].filter((event) => handledTypes.some((type) => type === event.type))
    const { now } = (await (await fetch(`${local.url}/_local/clock`)).json()) as { now: number }
    const truth = await truthOf(stripe, ownIds)
    await local.close()
    return { events, truth, ownIds, endedAt: new Date(now * 1000) }
  }
  return { stripe, local, pay, wait, finish }
}

const SHOPPER = { method: 'card', email: 'ada@example.com', name: 'Ada', expiry: '12 / 34', cvc: '123' }

async function posted(url: string, body: string | URLSearchParams): Promise<void> {
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  if (response.status >= 400) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
}

/** What the catalogue is made of is everybody's. */
const SHARED = ['product', 'price', 'plan']

function ownIdsOf(events: Stripe.Event[]): string[] {
  const objects = events.map(({ data }) => data.object as { id?: string; object: string })
  const owned = objects.filter(({ object }) => !SHARED.includes(object)).flatMap(({ id }) => id ?? [])
  return [...new Set([...owned, ...events.map(({ id }) => id)])]
}

const READERS: Record<string, (stripe: Stripe, id: string) => Promise<object>> = {
  cus: (stripe, id) => stripe.customers.retrieve(id),
  sub: (stripe, id) => stripe.subscriptions.retrieve(id),
  in: (stripe, id) => stripe.invoices.retrieve(id, { expand: ['payments'] }),
  inpay: (stripe, id) => stripe.invoicePayments.retrieve(id),
  cs: (stripe, id) => stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] }),
  pi: (stripe, id) => stripe.paymentIntents.retrieve(id),
  ch: (stripe, id) => stripe.charges.retrieve(id),
  re: (stripe, id) => stripe.refunds.retrieve(id),
}

async function truthOf(stripe: Stripe, ids: string[]): Promise<Map<string, object>> {
  const truth = new Map<string, object>()
  for (const id of ids) {
    const object = await READERS[id.split('_')[0] ?? '']?.(stripe, id)
    if (object) truth.set(id, object)
  }
  return truth
}
