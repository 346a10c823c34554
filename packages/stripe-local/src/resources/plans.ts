import { z } from 'zod'
import { changePrice, createPrice } from '../billing/catalogue.ts'
import { noSuch } from '../core/errors.ts'
import { emit } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { PlanRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, hash, listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { choice, clearable, clearableUpTo, decimal, flag, int, text, trialDays } from '../http/values.ts'
import { planFrom } from '../objects/plan.ts'
import { everyInterval } from './price-params.ts'

const product = z.union([
  text,
  hash({
    name: text,
    id: text.optional(),
    metadata: metadata.optional(),
    statement_descriptor: clearableUpTo(22).optional(),
    unit_label: clearableUpTo(12).optional(),
    ...accepted('active', 'tax_code'),
  }),
])
const createParams = params({
  currency: text,
  ...everyInterval,
  amount: int.optional(),
  amount_decimal: decimal.optional(),
  active: flag.optional(),
  id: text.optional(),
  metadata: metadata.optional(),
  nickname: clearable.optional(),
  product: product.optional(),
  trial_period_days: trialDays.optional(),
  usage_type: choice('licensed', 'metered').optional(),
  ...accepted('billing_scheme', 'meter', 'tiers', 'tiers_mode', 'transform_usage'),
})

function planOf(world: World, id: string): PlanRow {
  const price = world.store.get('price', id)
  if (!price?.recurring) throw noSuch('plan', id)
  return planFrom(price)
}

/** A plan is the older face of a recurring price; both can be used where the other can. */
function createPlan({ world, params: wanted }: Call<z.infer<typeof createParams>>): PlanRow {
  const price = createPrice(world, {
    currency: wanted.currency,
    unit_amount: wanted.amount,
    unit_amount_decimal: wanted.amount_decimal,
    active: wanted.active,
    nickname: wanted.nickname ?? undefined,
    metadata: wanted.metadata,
    recurring: {
      interval: wanted.interval,
      interval_count: wanted.interval_count,
      trial_period_days: wanted.trial_period_days,
      usage_type: wanted.usage_type,
    },
    ...(typeof wanted.product === 'string'
      ? { product: wanted.product }
      : { product_data: { name: wanted.product?.name ?? 'Plan' } }),
  })
  const plan = planFrom(
    wanted.id === undefined ? price : world.store.put('price', { ...price, id: wanted.id }),
  )
  emit(world, 'plan.created', plan)
  return plan
}

export const planRoutes = [
  route('POST', '/v1/plans', createParams, createPlan),
  route(
    'GET',
    '/v1/plans',
    listParams({ active: flag.optional(), product: text.optional() }),
    ({ world, params: wanted, url }) => {
      const seen = world.store
        .all('price')
        .filter((row) => row.recurring && (wanted.product ?? row.product) === row.product)
      return page(url, seen.map(planFrom), wanted)
    },
  ),
  route('GET', '/v1/plans/:id', params({}), ({ world, path }) => planOf(world, path())),
  route(
    'POST',
    '/v1/plans/:id',
    params({
      active: flag.optional(),
      metadata: metadata.optional(),
      nickname: clearable.optional(),
      ...accepted('product', 'trial_period_days'),
    }),
    ({ world, params: wanted, path }) => {
      const plan = planOf(world, path())
      const price = world.store.get('price', plan.id)
      const patch = {
        ...pick(wanted, 'active', 'nickname'),
        metadata: mergeMetadata(plan.metadata, wanted.metadata),
      }
      if (price) changePrice(world, price, patch)
      emit(world, 'plan.updated', { ...plan, ...patch })
      return planOf(world, plan.id)
    },
  ),
  route('DELETE', '/v1/plans/:id', params({}), ({ world, path }) => {
    const plan = planOf(world, path())
    world.store.remove('price', plan.id)
    emit(world, 'plan.deleted', plan)
    return { id: plan.id, object: 'plan', deleted: true }
  }),
]
