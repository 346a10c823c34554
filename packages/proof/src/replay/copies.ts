import type Stripe from 'stripe'
import type { Recording } from '../record/recorder.ts'
import { recordedStripe } from './recorded-stripe.ts'
import type { Waiting } from './waiting-jobs.ts'

/** Stands behind each id of a recorded text, for what tells one life from the others. */
const MARK = '~life~'
const LIFE = /_life\d{5}/g

/** A recorded event: as it was told, and its body in any life. */
export type Told = { event: Stripe.Event; bodyIn: (life: number) => string }

/** One recorded life, told again as often as wanted, each time as that of another customer. */
export type Copies = {
  told: Told[]
  /** All that its events and jobs may have to be read or run. */
  waiting: (life: number) => Waiting
  /** A Stripe, behind the real SDK, where every life has come to its end. */
  stripe: Stripe
}

/** @param orgId the org of the recording, which is each life's own, too */
export function copiesOf({ events, truth, ownIds, endedAt }: Recording, orgId: string): Copies {
  const own = new RegExp([...ownIds, orgId].map((id) => `\\b${id}\\b`).join('|'), 'g')
  const template = (value: object) => JSON.stringify(value).replace(own, (id) => id + MARK)
  const objects = new Map([...truth].map(([id, object]) => [id, template(object)]))
  const told = events.map((event) => {
    const body = template(event)
    return { event, bodyIn: (life: number) => body.replaceAll(MARK, suffixOf(life)) }
  })
  const keys = ownIds.flatMap((id) => JOB_KEYS[id.split('_')[0] ?? '']?.(id) ?? [])
  const stripe = recordedStripe(({ href }) => {
    const life = href.match(LIFE)?.[0] ?? ''
    const text = answerTo(href.replaceAll(LIFE, ''), objects)
    return text === undefined ? null : { text: text.replaceAll(MARK, life), date: endedAt }
  })
  const subscriptions = ownIds.filter((id) => id.startsWith('sub_'))
  const waiting = (life: number) => ({
    subscriptionIds: subscriptions.map((id) => idIn(id, life)),
    jobKeys: keys.map((key) => idIn(key, life)),
  })
  return { told, waiting, stripe }
}

/** The key of the job that may be about an object, by the prefix of its id. */
const JOB_KEYS: Record<string, (id: string) => string> = {
  pi: (id) => `refunds:${id}`,
  evt: (id) => `event:${id}`,
}

/** An id of the recording, or a key that ends with one, as it is in a life. */
export function idIn(id: string, life: number): string {
  return id + suffixOf(life)
}

/** What a row is in any life, and in which it is. */
export function outOfLife(text: string): { life: string; text: string } {
  return { life: text.match(LIFE)?.[0] ?? '', text: text.replaceAll(LIFE, '') }
}

function suffixOf(life: number): string {
  return `_life${String(life).padStart(5, '0')}`
}

/** The object that a path ends with, or the list of a payment's refunds; undefined where there is no such thing. */
function answerTo(href: string, objects: Map<string, string>): string | undefined {
  const { pathname, searchParams } = new URL(href)
  if (pathname !== '/v1/refunds') return objects.get(pathname.split('/').at(-1) ?? '')
  const payment = searchParams.get('payment_intent')
  const refunds = [...objects.values()].filter(
    (text) => text.includes('"object":"refund"') && text.includes(`"payment_intent":"${payment}${MARK}"`),
  )
  return `{"object":"list","url":"/v1/refunds","has_more":false,"data":[${refunds.join(',')}]}`
}
