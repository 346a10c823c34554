import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { handledTypes } from './handlers.ts'
import { fixture } from './testing/fixtures.ts'
import { rowsWritten } from './testing/rows-written.ts'
import { openTestWebhook, type TestWebhook } from './testing/webhook.ts'

let webhook: TestWebhook
beforeAll(async () => {
  webhook = await openTestWebhook()
})
afterAll(() => webhook.close())
beforeEach(() => webhook.clear())

type Path = (string | number)[]
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Every place in a value, the deepest ones too. */
function placesIn(value: Json, path: Path = []): Path[] {
  const here = path.length === 0 ? [] : [path]
  if (value === null || typeof value !== 'object') return here
  return [...here, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))]
}

const REMOVED = 'a field that is not there'
const AT_ONCE = 10

/** What may stand in a place instead of what is there. */
function insteadOf(value: Json): Json[] {
  const others: Json[] = ['a word', '', 'with \0 in it', 'x'.repeat(600), -1, 1.5, 1e18, true, [], {}]
  return [
    REMOVED,
    null,
    ...others.filter((other) => typeof other !== typeof value || typeof value !== 'object'),
  ]
}

function changed(event: Json, path: Path, to: Json): Json {
  const copy = structuredClone(event)
  let at = copy as Record<string | number, Json>
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, Json>
  const last = path.at(-1) ?? ''
  if (to !== REMOVED) at[last] = to
  else if (Array.isArray(at)) at.splice(Number(last), 1)
  else delete at[last]
  return copy
}

type Broken = { what: string; token: string; body: string }

/**
 * Every place removed, nulled, and of one other kind; which, goes in turn: all kinds in all places are 40,000
 * deliveries. Each version has ids of its own, so that whatever it leaves can be told from what others have left.
 */
function brokenVersionsOf(type: string): Broken[] {
  const versions: Broken[] = []
  const places = placesIn(fixture(type) as unknown as Json)
  for (const [turn, path] of places.entries()) {
    const [removed, nulled, ...wrong] = insteadOf(valueAt(fixture(type) as unknown as Json, path))
    for (const to of [removed, nulled, wrong[turn % wrong.length]]) {
      const token = `v${versions.length}v`
      const event = JSON.parse(
        JSON.stringify(fixture(type)).replace(/fixture|renewal/g, `$&${token}`),
      ) as Json
      const what = `${path.join('.')} = ${to === REMOVED ? 'removed' : JSON.stringify(to).slice(0, 30)}`
      const whole = { ...(event as object), id: `evt_${token}` } as Json
      versions.push({ what, token, body: JSON.stringify(changed(whole, path, to ?? null)) })
    }
  }
  return versions
}

function valueAt(value: Json, path: Path): Json {
  return path.reduce<Json>((inner, key) => (inner as Record<string | number, Json>)[key] ?? null, value)
}

it.each(handledTypes)(
  'answers 200 and writes all or nothing, whatever field is removed, nulled or of another type: %s',
  async (type) => {
    const versions = brokenVersionsOf(type)
    expect(versions.length).toBeGreaterThan(80)
    const ended: (Broken & { outcome: string })[] = []
    for (let n = 0; n < versions.length; n += AT_ONCE) {
      const delivered = versions.slice(n, n + AT_ONCE).map(async (version) => {
        const result = await webhook.deliver(version.body)
        expect(result, version.what).toMatchObject({ status: 200 })
        ended.push({ ...version, outcome: result.outcome })
      })
      await Promise.all(delivered)
    }
    const rows = (await rowsWritten(webhook.db)).join('\n')
    const halfWritten = ended.filter((one) => one.outcome !== 'processed' && rows.includes(one.token))
    expect(halfWritten.map((one) => `${one.outcome}: ${one.what}`)).toEqual([])
    const quarantined = ended.filter((one) => one.outcome === 'quarantined')
    expect(await webhook.db.quarantinedEvent.count()).toBe(quarantined.length)
    const claimed = ended.filter((one) => one.outcome !== 'ignored')
    expect(await webhook.db.processedEvent.count()).toBe(claimed.length)
  },
  60_000,
)
