import type { Outcome } from '@paidup/billing'
import type { Db } from '@paidup/db'
import { Counter, Gauge, Registry } from 'prom-client'

/** From the first scrape on every outcome is there, so that a rate can be told from the first one that goes wrong. */
const OUTCOMES = [
  'processed',
  'duplicate',
  'stale',
  'tied',
  'ignored',
  'quarantined',
  'invalid_signature',
  'too_large',
  'method_not_allowed',
  'error',
] as const satisfies readonly Outcome[]

export type Metrics = {
  /** Counts one delivery by one provider, by its outcome. */
  countDelivery(provider: string): (outcome: Outcome) => void
  /** All of them as Prometheus reads them. */
  text(): Promise<string>
  contentType: string
}

/** The figures of this process, and those of the database that an operator must act on. */
export function createMetrics(db: Db): Metrics {
  const registry = new Registry()
  const deliveries = new Counter({
    name: 'paidup_webhook_deliveries_total',
    help: 'Webhook deliveries that this process has answered, by outcome',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  })
  for (const outcome of OUTCOMES) deliveries.inc({ provider: 'stripe', outcome }, 0)
  new Gauge({
    name: 'paidup_quarantined_events',
    help: 'Events that wait in quarantine to be replayed',
    registers: [registry],
    async collect() {
      this.set(await db.quarantinedEvent.count({ where: { resolvedAt: null } }))
    },
  })
  return {
    countDelivery: (provider) => (outcome) => deliveries.inc({ provider, outcome }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
