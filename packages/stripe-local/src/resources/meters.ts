import { z } from 'zod'
import { invalidRequest } from '../core/errors.ts'
import { emit } from '../core/events.ts'
import type { LooseRow } from '../core/rows.ts'
import { route } from '../http/route.ts'
import { simpleRoutes } from './simple.ts'

const event = z.looseObject({
  event_name: z.string(),
  payload: z.record(z.string(), z.unknown()).default({}),
})
const stream = z.looseObject({ events: z.array(event) })

/** Usage meters, and the stream that tells of events nobody can count. */
export const meterRoutes = [
  ...simpleRoutes({
    path: '/v1/billing/meters',
    table: 'billing.meter',
    prefix: 'mtr',
    build: (world, given) => {
      if (world.store.all('billing.meter').some((row) => row.event_name === given.event_name)) {
        throw invalidRequest(
          `An active meter with event name ${String(given.event_name)} already exists.`,
          'event_name',
        )
      }
      return { status: 'active' }
    },
    created: ['billing.meter.created'],
    updated: ['billing.meter.updated'],
  }),
  route('POST', '/v2/billing/meter_event_session', z.looseObject({}), ({ world }) => ({
    id: world.ids.next('mes'),
    object: 'v2.billing.meter_event_session',
    authentication_token: `sk_test_${world.ids.next('x').slice(2)}`,
    created: new Date(world.clock.nowMs()).toISOString(),
    expires_at: new Date(world.clock.nowMs() + 900_000).toISOString(),
    livemode: false,
  })),
  route('POST', '/v2/billing/meter_event_stream', stream, ({ world, params: wanted }) => {
    for (const { event_name, payload } of wanted.events) {
      const meter = world.store.all('billing.meter').find((row) => row.event_name === event_name)
      const report: LooseRow = {
        id: world.ids.next('mer'),
        object: 'billing.meter_error_report',
        event_name,
        meter: meter?.id ?? null,
      }
      if (!meter) emit(world, 'v1.billing.meter.no_meter_found', report)
      else if (payload.stripe_customer_id === undefined)
        emit(world, 'v1.billing.meter.error_report_triggered', report)
    }
    return {}
  }),
]
