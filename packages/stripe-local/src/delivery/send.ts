import type { Attempt } from '../core/rows.ts'
import { signatureHeader } from './signature.ts'

type Outgoing = {
  url: string
  payload: string
  secrets: string[]
  timeoutMs: number
  signal: AbortSignal
  dropsAcknowledgement: boolean
}

/** One signed POST with its own timestamp. Redirects are not followed: they count as failures. */
export async function attemptDelivery(outgoing: Outgoing): Promise<Attempt> {
  const at = Date.now()
  const record = (status: number | null, answer: string): Attempt => ({
    at,
    durationMs: Date.now() - at,
    status,
    answer: answer.slice(0, 2000),
    acknowledgementDropped: outgoing.dropsAcknowledgement,
  })
  try {
    const response = await fetch(outgoing.url, {
      method: 'POST',
      body: outgoing.payload,
      redirect: 'manual',
      signal: AbortSignal.any([outgoing.signal, AbortSignal.timeout(outgoing.timeoutMs)]),
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-cache',
        Accept: '*/*; q=0.5, application/xml',
        'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'Stripe-Signature': signatureHeader(outgoing.payload, outgoing.secrets, Math.floor(at / 1000)),
      },
    })
    return record(response.status, await response.text())
  } catch (error) {
    return record(null, reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

export const isAccepted = ({ status, acknowledgementDropped }: Attempt): boolean =>
  status !== null && status >= 200 && status < 300 && !acknowledgementDropped
