import type { z } from 'zod'
import { change, create } from '../core/events.ts'
import { mergeMetadata, pick } from '../core/fields.ts'
import type { PortalSessionRow } from '../core/rows.ts'
import { page } from '../http/list.ts'
import { metadata } from '../http/metadata.ts'
import { accepted, hash, listParams, params } from '../http/params.ts'
import { type Call, route } from '../http/route.ts'
import { clearable, flag, text } from '../http/values.ts'
import { configurationById, configurationFrom, portalSessionFrom } from '../objects/billing-portal.ts'
import { referToCustomer } from '../objects/customer.ts'

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

function open({ world, params: wanted }: Call<z.infer<typeof sessionParams>>): PortalSessionRow {
  referToCustomer(world, wanted.customer)
  return create(
    world,
    'billing_portal.session',
    portalSessionFrom(world, wanted),
    'billing_portal.session.created',
  )
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
