import { z } from 'zod'
import type { StripeLocalOptions } from './index.ts'

const schema = z.object({
  STRIPE_LOCAL_PORT: z.coerce.number().int().min(0).max(65_535).default(12_111),
  STRIPE_LOCAL_WEBHOOK_URL: z.url().optional(),
  STRIPE_LOCAL_WEBHOOK_SECRET: z.string().min(1).default('whsec_local'),
  STRIPE_LOCAL_WEBHOOK_EVENTS: z.string().default('*'),
  STRIPE_LOCAL_WEBHOOK_API_VERSION: z.string().optional(),
  STRIPE_LOCAL_SEED: z.string().min(1).optional(),
})

/** The options in an environment; throws a ZodError that lists every fault. */
export function optionsFrom(source: Record<string, string | undefined>): StripeLocalOptions {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const env = schema.parse(given)
  const url = env.STRIPE_LOCAL_WEBHOOK_URL
  return {
    port: env.STRIPE_LOCAL_PORT,
    ...(env.STRIPE_LOCAL_SEED === undefined ? {} : { seed: env.STRIPE_LOCAL_SEED }),
    ...(url === undefined
      ? {}
      : {
          webhook: {
            url,
            secret: env.STRIPE_LOCAL_WEBHOOK_SECRET,
            events: env.STRIPE_LOCAL_WEBHOOK_EVENTS.split(',').map((type) => type.trim()),
            ...(env.STRIPE_LOCAL_WEBHOOK_API_VERSION === undefined
              ? {}
              : { apiVersion: env.STRIPE_LOCAL_WEBHOOK_API_VERSION }),
          },
        }),
  }
}
