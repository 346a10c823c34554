import type { z } from 'zod'
import { noSuch } from '../core/errors.ts'
import { change, create } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { PortalConfigurationRow, PortalSessionRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, clearable, flag, hash, listParams, params, text } from '../http/params.ts'
import { route, type Call } from '../http/route.ts'
import { referToCustomer } from './customers.ts'

const sessionParams = params({
  customer: text,
  return_url: text.optional(),
  configuration: text.optional(),
  locale: text.optional(),
  ...accepted('customer_account', 'flow_data', 'on_behalf_of', 'after_expiration'),
})
const profile = hash({
  headline: clearable.optional(),
  privacy_policy_url: clearable.optional(),
  terms_of_service_url: clearable.optional(),
})
const shared = {
  business_profile: profile.optional(),
  default_return_url: clearable.optional(),
  login_page: hash({ enabled: flag }).optional(),
  metadata: metadata.optional(),
  name: clearable.optional(),
  ...accepted('features'),
}
const configurationParams = params(shared)

function configurationFrom(
  world: World,
  wanted: z.infer<typeof configurationParams>,
  isDefault: boolean,
): PortalConfigurationRow {
  const now = world.clock.now()
  return {
    id: world.ids.next('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: {
      headline: null,
      privacy_policy_url: null,
      terms_of_service_url: null,
      ...wanted.business_profile,
    },
    created: now,
    default_return_url: wanted.default_return_url ?? null,
    features: wanted.features ?? {},
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: wanted.login_page?.enabled ?? false, url: null },
    metadata: mergeMetadata({}, wanted.metadata),
    name: wanted.name ?? null,
    updated: now,
  }
}

/** The configuration used when none is named; it is made the first time it is needed. */
function defaultConfiguration(world: World): PortalConfigurationRow {
  const known = world.store.all('billing_portal.configuration').find((row) => row.is_default)
  return known ?? world.store.put('billing_portal.configuration', configurationFrom(world, {}, true))
}

function open({ world, params: wanted }: Call<z.infer<typeof sessionParams>>): PortalSessionRow {
  referToCustomer(world, wanted.customer)
  const id = world.ids.next('bps')
  const row: PortalSessionRow = {
    id,
    object: 'billing_portal.session',
    configuration: wanted.configuration ?? defaultConfiguration(world).id,
    created: world.clock.now(),
    customer: wanted.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: wanted.locale ?? null,
    on_behalf_of: null,
    return_url: wanted.return_url ?? null,
    url: `${world.url}/p/session/${id}`,
  }
  return create(world, 'billing_portal.session', row, 'billing_portal.session.created')
}

function configurationById(world: World, id: string): PortalConfigurationRow {
  const row = world.store.get('billing_portal.configuration', id)
  if (!row) throw noSuch('configuration', id)
  return row
}

export const billingPortalRoutes = [
  route('POST', '/v1/billing_portal/sessions', sessionParams, open),
  route('POST', '/v1/billing_portal/configurations', configurationParams, ({ world, params: wanted }) =>
    create(
      world,
      'billing_portal.configuration',
      configurationFrom(world, wanted, false),
      'billing_portal.configuration.created',
    ),
  ),
  route(
    'GET',
    '/v1/billing_portal/configurations',
    listParams({ active: flag.optional(), is_default: flag.optional() }),
    ({ world, params: wanted, url }) =>
      page(
        url,
        world.store
          .all('billing_portal.configuration')
          .filter((row) => (wanted.is_default ?? row.is_default) === row.is_default),
        wanted,
      ),
  ),
  route('GET', '/v1/billing_portal/configurations/:id', params({}), ({ world, path }) =>
    configurationById(world, path()),
  ),
  route(
    'POST',
    '/v1/billing_portal/configurations/:id',
    params({ ...shared, active: flag.optional() }),
    ({ world, params: wanted, path }) => {
      const row = configurationById(world, path())
      const patch = {
        ...pick(wanted, 'active', 'default_return_url', 'name'),
        business_profile: { ...row.business_profile, ...wanted.business_profile },
        metadata: mergeMetadata(row.metadata, wanted.metadata),
        updated: world.clock.now(),
      }
      return change(world, 'billing_portal.configuration', row, patch, 'billing_portal.configuration.updated')
    },
  ),
]
