import { noSuch } from '../core/errors.ts'
import { mergeMetadata } from '../core/fields.ts'
import type { Metadata, PortalConfigurationRow, PortalSessionRow } from '../core/rows.ts'
import type { World } from '../core/world.ts'

export type ConfigurationWishes = {
  business_profile?:
    | {
        headline?: string | null | undefined
        privacy_policy_url?: string | null | undefined
        terms_of_service_url?: string | null | undefined
      }
    | undefined
  default_return_url?: string | null | undefined
  features?: unknown
  login_page?: { enabled: boolean } | undefined
  metadata?: Metadata | '' | undefined
  name?: string | null | undefined
}
export type PortalWishes = {
  customer: string
  return_url?: string | undefined
  configuration?: string | undefined
  locale?: string | undefined
}

/** How a portal looks and what it offers; not yet stored. */
export function configurationFrom(
  world: World,
  wanted: ConfigurationWishes,
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

/** A visit of a customer to its portal; not yet stored. */
export function portalSessionFrom(world: World, wanted: PortalWishes): PortalSessionRow {
  const id = world.ids.next('bps')
  return {
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
}

export function configurationById(world: World, id: string): PortalConfigurationRow {
  const row = world.store.get('billing_portal.configuration', id)
  if (!row) throw noSuch('configuration', id)
  return row
}
