import { StripeError } from '../core/errors.ts'
import { change, create } from '../core/events.ts'
import type { Metadata, SetupIntentRow } from '../core/rows.ts'
import { timeFor, type World } from '../core/world.ts'
import { attach, behaviourOf, methodOf } from '../resources/payment-methods.ts'

export type SetupWishes = {
  customer: string | null
  description?: string | null | undefined
  metadata?: Metadata | undefined
  usage?: string | undefined
}

/** Stores a new setup intent and tells that it was created. */
export function createSetup(world: World, wanted: SetupWishes): SetupIntentRow {
  const id = world.ids.next('seti')
  const row: SetupIntentRow = {
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
  return create(world, 'setup_intent', row, 'setup_intent.created')
}

/** Saves a method for later. A card that asks first leaves `requires_action`; a refused one throws the 402. */
export function confirmSetup(world: World, row: SetupIntentRow, methodId: string): SetupIntentRow {
  const method = methodOf(world, methodId, 'payment_method')
  const bank = behaviourOf(world, method.id)
  if (bank.kind === 'asks') {
    const action = {
      type: 'redirect_to_url',
      redirect_to_url: { url: `${world.url}/c/confirm/${row.id}`, return_url: null },
    }
    return change(
      world,
      'setup_intent',
      row,
      { status: 'requires_action', payment_method: method.id, next_action: action },
      'setup_intent.requires_action',
    )
  }
  if (bank.kind === 'declines' && !bank.attaches) {
    const error = {
      type: 'card_error',
      code: bank.code,
      decline_code: bank.declineCode,
      message: bank.message,
      payment_method: method,
    }
    const failed = change(
      world,
      'setup_intent',
      row,
      { last_setup_error: error },
      'setup_intent.setup_failed',
    )
    throw new StripeError(402, {
      type: 'card_error',
      code: bank.code,
      decline_code: bank.declineCode,
      message: bank.message,
      setup_intent: failed,
    })
  }
  if (row.customer !== null) attach(world, method.id, row.customer)
  return change(
    world,
    'setup_intent',
    row,
    { status: 'succeeded', payment_method: method.id, next_action: null, last_setup_error: null },
    'setup_intent.succeeded',
  )
}
