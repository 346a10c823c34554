import { createHash } from 'node:crypto'
import { invalidRequest, StripeError } from '../core/errors.ts'
import type { World } from '../core/world.ts'

const DAY = 86_400
const LONGEST_KEY = 255
export type Answer = { status: number; body: string; requestId: string }

const clash = (message: string) => new StripeError(400, { type: 'idempotency_error', message })

/**
 * The key a request may be repeated with, or null when it names none. "Idempotency keys are up to 255 characters
 * long." (docs.stripe.com/api/idempotent_requests) Throws 400 for one that is empty or longer.
 */
export function keyFrom(header: string | undefined): string | null {
  if (header === undefined) return null
  if (header.length >= 1 && header.length <= LONGEST_KEY) return header
  throw invalidRequest(
    `Idempotent key length is ${header.length}, which is outside accepted lengths. Idempotent Keys must be 1-${LONGEST_KEY} characters long. If you're looking for a decent generator, try using a UUID defined by IETF RFC 4122.`,
  )
}

/** The stored answer to this key, or undefined the first time. Other parameters or another path are an error. */
export function replay(world: World, key: string, path: string, body: string): Answer | undefined {
  const saved = world.store.get('local.idempotency', key)
  if (!saved || saved.at <= world.clock.now() - DAY) return undefined
  if (saved.path !== path) {
    throw clash(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${saved.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  if (saved.fingerprint !== fingerprint(body)) {
    throw clash(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  return saved.answer
}

/** Keeps an answer for 24 hours. Faults found before the request ran are not kept, so they can be mended. */
export function remember(world: World, key: string, path: string, body: string, answer: Answer): void {
  world.store.put('local.idempotency', {
    id: key,
    path,
    fingerprint: fingerprint(body),
    answer,
    at: world.clock.now(),
  })
}

const fingerprint = (body: string) => createHash('sha256').update(body).digest('base64')
