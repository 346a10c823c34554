import { StripeError } from '../core/errors.ts'
import type { DeliveryConfig } from './config.ts'
import { draw } from './draws.ts'

export type Fault = 'rateLimited' | 'serverError' | 'slow' | 'stale' | 'reset'
const kinds = ['rateLimited', 'serverError', 'slow', 'stale', 'reset'] as const

/** What goes wrong with the `ordinal`-th API request to this path; several things may at once. */
export function faultsFor(config: DeliveryConfig, ordinal: number, path: string): Set<Fault> {
  const { api, seed } = config
  if (api.paths.length > 0 && !api.paths.some((prefix) => path.startsWith(prefix))) return new Set()
  return new Set(kinds.filter((kind) => draw(seed, kind, ordinal) < api[kind]))
}

/** The refusals: nothing has been executed when they are answered. */
export function refusalOf(faults: Set<Fault>): StripeError | undefined {
  if (faults.has('rateLimited')) {
    return new StripeError(429, {
      type: 'rate_limit_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded. (injected)',
    })
  }
  if (faults.has('serverError')) {
    return new StripeError(500, { type: 'api_error', message: 'An unknown error occurred (injected)' })
  }
  return undefined
}
