import { z } from 'zod'
import { RULES } from './core/rules.ts'
import { deliverySchema } from './delivery/config.ts'
import type { StripeLocalOptions } from './server.ts'

const jsonOf = <T>(shape: z.ZodType<T>) =>
  z.string().transform((text, context) => {
    try {
      return shape.parse(JSON.parse(text))
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
      return z.NEVER
    }
  })

const rules = z.strictObject({
  firstFailure: z.enum(['past_due', 'pause']).default(RULES.firstFailure),
  overdue: z.enum(['latest', 'any']).default(RULES.overdue),
  pauseEnd: z.enum(['by_hand', 'on_payment']).default(RULES.pauseEnd),
  writeOff: z.enum(['active', 'past_due']).default(RULES.writeOff),
})

const schema = z.object({
  STRIPE_LOCAL_PORT: z.coerce.number().int().min(0).max(65_535).default(12_111),
  STRIPE_LOCAL_WEBHOOK_URL: z.url().optional(),
  STRIPE_LOCAL_WEBHOOK_SECRET: z.string().min(1).default('whsec_local'),
  STRIPE_LOCAL_WEBHOOK_EVENTS: z.string().default('*'),
  STRIPE_LOCAL_WEBHOOK_API_VERSION: z.string().optional(),
  STRIPE_LOCAL_WEBHOOK_PAYLOAD: z.enum(['snapshot', 'thin']).default('snapshot'),
  STRIPE_LOCAL_DATA_DIR: z.string().optional(),
  STRIPE_LOCAL_DUNNING_END: z.enum(['cancel', 'unpaid', 'past_due', 'pause']).default('cancel'),
  /** The same JSON that `POST /_local/delivery` takes. */
  STRIPE_LOCAL_DELIVERY: jsonOf(deliverySchema.partial()).optional(),
  STRIPE_LOCAL_RULES: jsonOf(rules).optional(),
  STRIPE_LOCAL_SEED: z.string().min(1).optional(),
})

/** The options in an environment; throws a ZodError that lists every fault. */
export function optionsFrom(source: Record<string, string | undefined>): StripeLocalOptions {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const env = schema.parse(given)
  const url = env.STRIPE_LOCAL_WEBHOOK_URL
  return {
    port: env.STRIPE_LOCAL_PORT,
    dunningEnd: env.STRIPE_LOCAL_DUNNING_END,
    ...(env.STRIPE_LOCAL_DATA_DIR === undefined ? {} : { dataDir: env.STRIPE_LOCAL_DATA_DIR }),
    ...(env.STRIPE_LOCAL_DELIVERY === undefined ? {} : { delivery: env.STRIPE_LOCAL_DELIVERY }),
    ...(env.STRIPE_LOCAL_RULES === undefined ? {} : { rules: env.STRIPE_LOCAL_RULES }),
    ...(env.STRIPE_LOCAL_SEED === undefined ? {} : { seed: env.STRIPE_LOCAL_SEED }),
    ...(url === undefined
      ? {}
      : {
          webhook: {
            url,
            secret: env.STRIPE_LOCAL_WEBHOOK_SECRET,
            payload: env.STRIPE_LOCAL_WEBHOOK_PAYLOAD,
            events: env.STRIPE_LOCAL_WEBHOOK_EVENTS.split(',').map((type) => type.trim()),
            ...(env.STRIPE_LOCAL_WEBHOOK_API_VERSION === undefined
              ? {}
              : { apiVersion: env.STRIPE_LOCAL_WEBHOOK_API_VERSION }),
          },
        }),
  }
}
