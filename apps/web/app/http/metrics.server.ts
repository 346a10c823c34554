import { outcomes, signatureFaults, type Log, type Outcome, type SignatureFault } from '@paidup/billing'
import type { Db } from '@paidup/db'
import { Counter, Gauge, Registry } from 'prom-client'

export type Metrics = {
  /** Counts one delivery by one provider, by its outcome. */
  countDelivery: (provider: string) => (outcome: Outcome) => void
  /** Counts what is wrong about a signature of a provider, by its kind. */
  countSignatureFault(provider: string, fault: SignatureFault): void
  /** All of them as Prometheus reads them. */
  text(): Promise<string>
  contentType: string
}

/** The figures of this process, and those of the database that an operator must act on. */
export function createMetrics(db: Db, log: Log): Metrics {
  const registry = new Registry()
  const deliveries = new Counter({
    name: 'paidup_webhook_deliveries_total',
    help: 'Webhook deliveries that this process has answered, by outcome',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  })
  // All from the first scrape on, so that a rate can be told from the first one that goes wrong.
  for (const outcome of outcomes) deliveries.inc({ provider: 'stripe', outcome }, 0)
  const faults = new Counter({
    name: 'paidup_webhook_signature_faults_total',
    help: 'Webhook deliveries whose signature was missing, wrong, too old or (these are accepted) in the future',
    labelNames: ['provider', 'reason'],
    registers: [registry],
  })
  for (const reason of signatureFaults) faults.inc({ provider: 'stripe', reason }, 0)
  new Gauge({
    name: 'paidup_quarantined_events',
    help: 'Events that wait in quarantine to be replayed',
    registers: [registry],
    async collect() {
      // While the database is away the counters are what an operator needs most.
      const count = await db.quarantinedEvent.count({ where: { resolvedAt: null } }).catch((err: unknown) => {
        log.warn({ seam: 'metrics', err }, 'the database does not tell how many events are in quarantine')
        return Number.NaN
      })
      this.set(count)
    },
  })
  return {
    countDelivery: (provider) => (outcome) => deliveries.inc({ provider, outcome }),
    countSignatureFault: (provider, { kind }) => faults.inc({ provider, reason: kind }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
