import { createHash } from 'node:crypto'
import { type DeliveryConfig, matches } from './config.ts'

/** A number from 0 up to 1 that depends on nothing but the seed and what it is drawn for. */
export function draw(seed: string, ...purpose: (string | number)[]): number {
  return (
    createHash('sha256')
      .update([seed, ...purpose].join('\n'))
      .digest()
      .readUInt32BE() /
    2 ** 32
  )
}

export type PlannedCopy = { delayMs: number; rank: number; dropsAcknowledgement: boolean }
export type Plan = { fate: 'send' | 'hold' | 'drop'; copies: PlannedCopy[] }

/**
 * What will be done with the `ordinal`-th event towards one endpoint. Pure: the same configuration
 * gives the same plan in every run.
 */
export function planFor(config: DeliveryConfig, ordinal: number, type: string): Plan {
  const fate = matches(config.drop, type) ? 'drop' : matches(config.hold, type) ? 'hold' : 'send'
  const isDuplicated = draw(config.seed, 'duplicate', ordinal) < config.duplicates
  const copies = Array.from({ length: isDuplicated ? 1 + config.copies : 1 }, (_, copy) => ({
    delayMs: config.delayByType[type] ?? config.delayMs,
    rank: config.shuffleWindowMs > 0 ? draw(config.seed, 'rank', ordinal, copy) : 0,
    dropsAcknowledgement: draw(config.seed, 'acknowledgement', ordinal, copy) < config.dropAcknowledgement,
  }))
  return { fate, copies }
}

/** Whether the `ordinal`-th change is told twice. */
export const isTwin = (config: DeliveryConfig, ordinal: number): boolean =>
  draw(config.seed, 'twin', ordinal) < config.twins
