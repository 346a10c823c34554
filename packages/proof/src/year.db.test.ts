import { creditBalance } from '@paidup/billing'
import { claimedTogether, openTestWebhook } from '@paidup/billing/testing'
import { expect, it } from 'vitest'
import { expectedState } from './oracle/expected-state.ts'
import { expectNewestPayload, expectOneEnd } from './oracle/one-end.ts'
import { recordYear } from './record/year.ts'
import { copiesOf, idIn } from './replay/copies.ts'
import { tellLivesMixed } from './replay/tell-lives-mixed.ts'
import { tellLives } from './replay/tell-lives.ts'
import { Chance } from './schedule/chance.ts'
import { shuffledWithDuplicates } from './schedule/orders.ts'

/** `PROVE_LIVES` and `PROVE_SEED` make it longer, or the same again. */
const LIVES = Number(process.env['PROVE_LIVES'] ?? 150)
const SEED = Number(process.env['PROVE_SEED'] ?? Date.now() % 1_000_000)
/** Those that go through Prisma in crowds, which is how they are taken in together, and costs more. */
const MIXED = Math.ceil(LIVES / 15)
const ORG = 'org_of_lives'
const recording = await recordYear(ORG)
const expected = expectedState(recording)
const copies = copiesOf(recording, ORG)

it(`ends a year’s life of a subscription in Stripe’s state, with each fact once, however its events are shuffled and doubled (${LIVES} lives, seed ${SEED})`, async () => {
  expect(expected.plan_entitlements).toMatchObject([{ plan: 'team', status: 'canceled', quantity: 3 }])
  expect(expected.purchases).toMatchObject([{ status: 'partially_refunded', amount_refunded: 833 }])
  expect(expected.payments).toHaveLength(14)
  const credits = expected.credits_left.map((row) => ('credits' in row ? Number(row.credits) : 0))
  expect(credits.toSorted((a, b) => a - b)).toEqual([0, 63, 100, 107, 1800])

  const webhook = await openTestWebhook()
  await tellLives(webhook, copies, LIVES, async (telling) => {
    const chance = new Chance(SEED + telling.life)
    const order = shuffledWithDuplicates(copies.told, chance)
    // In every third life Stripe is asked on the way, too.
    const restless = chance.pick([0, 0, 0.05])
    for (const told of order) {
      await telling.tell(told)
      if (chance.isLucky(restless)) await telling.runJobs()
    }
    if (restless === 0) await expectNewestPayload(telling, order)
    await telling.runJobs()
  })
  await expectOneEnd(webhook, LIVES, expected)
  const balance = await creditBalance(webhook.deps, idIn(ORG, LIVES - 1))
  expect(balance).toBe(2070)
  await webhook.close()
}, 1_800_000)

it(`ends as many alike that are told all at the same time (${MIXED} lives, seed ${SEED})`, async () => {
  const webhook = await openTestWebhook()
  await tellLivesMixed(webhook, copies, MIXED, new Chance(SEED))
  await expectOneEnd(webhook, MIXED, expected)
  const batches = await claimedTogether(webhook.db)
  expect(batches.filter((events) => events > 1).length).toBeGreaterThan(5)
  await webhook.close()
}, 1_800_000)
