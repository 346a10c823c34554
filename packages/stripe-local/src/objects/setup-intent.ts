import type { Metadata, SetupIntentRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'

export type SetupWishes = {
  customer: string | null
  description?: string | null | undefined
  metadata?: Metadata | undefined
  usage?: string | undefined
}

/** A new setup intent, waiting for a method; not yet stored. */
export function setupIntentFrom(world: World, wanted: SetupWishes): SetupIntentRow {
  const id = world.ids.next('seti')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${world.ids.next('x', 25).slice(2)}`,
    created: timeFor(world, wanted.customer),
    customer: wanted.customer,
    customer_account: null,
    description: wanted.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: wanted.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: wanted.usage ?? 'off_session',
  }
}
