import { differencesBetween } from '../oracle/differences.ts'
import { endStatesOf } from '../oracle/end-states.ts'
import { expectedState } from '../oracle/expected-state.ts'
import { openDirectDb } from '../replay/direct-db.ts'
import { delivered, jobsDone } from './drained.ts'
import { openProduct, type Product, type ProductOptions } from './product.ts'
import { customersLive, HOSTILE, noteAnswers, type Answers, type Traffic } from './traffic.ts'

/** What became of the product in a night. */
export type Morning = {
  events: number
  facts: number
  /** Events that were answered with a 2xx at least once. */
  acknowledged: number
  /** Deliveries that were answered otherwise, or not at all. */
  refused: number
  differences: string[]
}

export type NightOptions = Traffic &
  Pick<ProductOptions, 'databaseUrl' | 'path'> & {
    /** Where the rows are read in the end, when the product itself goes another way to its database. */
    readUrl?: string
  }

/**
 * Lets customers buy, change, fail to pay and be refunded at a Stripe that delivers in a hostile way, while `trouble`
 * does to the product what the drill is about. Then all is up and calm, everything drains, and each row is compared
 * with Stripe's own objects.
 * @param trouble leaves everything running when it ends; its signal ends it early
 */
export async function liveThrough(
  options: NightOptions,
  trouble: (product: Product, signal: AbortSignal) => Promise<void>,
): Promise<Morning> {
  const failure = new AbortController()
  const signal = AbortSignal.any([options.signal, failure.signal])
  const { databaseUrl, readUrl = databaseUrl } = options
  const product = await openProduct({ ...options, seed: `night ${options.seed}`, delivery: HOSTILE })
  try {
    const over = new AbortController()
    const answers: Answers = { acknowledged: new Set(), refused: new Map() }
    const both = [
      trouble(product, signal).finally(() => over.abort()),
      customersLive(product, { ...options, signal }, answers, over.signal),
    ]
    // When one fails the other is told, and awaited: nothing goes on behind the drill's back.
    await Promise.all(both.map((one) => one.catch((error: unknown) => failure.abort(error))))
    signal.throwIfAborted()
    const { local } = product.recorder
    await delivered(local, signal)
    noteAnswers(local, answers)
    local.dispatcher.configure({})
    const givenUp = await jobsDone(readUrl, signal)
    const { differences, ...counts } = await compare(product, readUrl)
    const stuck = givenUp > 0 ? [`${givenUp} jobs were given up`] : []
    const refused = [...answers.refused.values()].reduce((sum, one) => sum + one, 0)
    return {
      ...counts,
      acknowledged: answers.acknowledged.size,
      refused,
      differences: [...stuck, ...differences],
    }
  } finally {
    await product.close()
  }
}

/** What to say of a night in which nothing was wrong with the product's surroundings, and yet Stripe had to try again. */
export function refusedForNothing({ refused }: Morning): string[] {
  return refused > 0 ? [`${refused} deliveries were refused, and nothing was wrong`] : []
}

async function compare(
  { recorder }: Product,
  readUrl: string,
): Promise<Pick<Morning, 'events' | 'facts' | 'differences'>> {
  const recording = await recorder.finish()
  const direct = await openDirectDb(readUrl)
  const [end] = await endStatesOf(direct.read)
  await direct.close()
  const expected = expectedState(recording)
  return {
    events: recording.events.length,
    facts: expected.payments.length,
    differences: end ? differencesBetween(end.state, expected) : ['nothing was written at all'],
  }
}
