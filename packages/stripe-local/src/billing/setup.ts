import { StripeError } from '../core/errors.ts'
import { change, create } from '../core/events.ts'
import type { SetupIntentRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { setupIntentFrom, type SetupWishes } from '../objects/setup-intent.ts'
import { attach, behaviourOf, methodOf } from './payment-methods.ts'

/** Stores a new setup intent and tells that it was created. */
export function createSetup(world: World, wanted: SetupWishes): SetupIntentRow {
  return create(world, 'setup_intent', setupIntentFrom(world, wanted), 'setup_intent.created')
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
