import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Gatherer } from './gatherer.ts'

type Item = { id: number; keys: string[] }
type Batch = { ids: number[]; isPatient: boolean; end: (error?: Error) => void }

const OF_ALL = new Error('the database is away')
const OF_ONE = new Error('refused')
const HELD_UP = new Error('a lock is held')
const MOST = 4

/** A gatherer whose batches end when the test says so. */
function gathererAtHand(together = 1) {
  const batches: Batch[] = []
  const gatherer = new Gatherer<Item, number>(
    (items, isPatient) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(items.map(({ id }) => id)))
        batches.push({ ids: items.map(({ id }) => id), isPatient, end })
      }),
    {
      ...{ most: MOST, atOnce: { together, alone: 1, patiently: 2 }, keysOf: ({ keys }) => keys },
      mayBeOfOne: (error) => error !== OF_ALL,
      isHeldUp: (error) => error === HELD_UP,
    },
  )
  let count = 0
  const take = (...keys: string[]) => {
    count += 1
    return gatherer.take({ id: count, keys: keys.length === 0 ? [`own ${count}`] : keys })
  }
  return { batches, take, begun: () => batches.map(({ ids }) => ids) }
}

const endOf = (end: PromiseSettledResult<number>): unknown =>
  end.status === 'fulfilled' ? end.value : end.reason

/** Lets everything go on that waits for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('does who comes first at once and alone, and together what came meanwhile, up to the most', async () => {
  const { batches, take, begun } = gathererAtHand()
  const results = [take()]
  expect(begun()).toEqual([[1]])
  for (let n = 0; n < 6; n += 1) results.push(take())
  expect(begun()).toEqual([[1]])
  batches[0]?.end()
  await settled()
  expect(begun()).toEqual([[1], [2, 3, 4, 5]])
  batches[1]?.end()
  await settled()
  batches[2]?.end()
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(begun()).toEqual([[1], [2, 3, 4, 5], [6, 7]])
})

it('never has two under way that share a key, and does these in the order they came', async () => {
  const { batches, take, begun } = gathererAtHand(3)
  const results = [take('a'), take('a', 'b'), take('c'), take('b'), take('d')]
  // The fourth shares nothing with what is under way, but would overtake the second.
  expect(begun()).toEqual([[1], [3], [5]])
  batches[1]?.end()
  batches[2]?.end()
  await settled()
  expect(begun()).toHaveLength(3)
  batches[0]?.end()
  await settled()
  expect(begun().slice(3)).toEqual([[2]])
  batches[3]?.end()
  await settled()
  expect(begun().slice(4)).toEqual([[4]])
  batches[4]?.end()
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5])
})

it('does each of a batch alone that failed, so that only the one at fault fails', async () => {
  const { batches, take, begun } = gathererAtHand()
  const results = Promise.allSettled([take(), take('a'), take('b'), take('c'), take('a')])
  batches[0]?.end()
  await settled()
  batches[1]?.end(OF_ONE)
  await settled()
  for (const [id, error] of [[2], [3, OF_ONE], [4], [5]] as const) {
    batches.findLast(({ ids }) => ids[0] === id)?.end(error)
    await settled()
  }
  expect(begun()).toEqual([[1], [2, 3, 4], [2], [3], [5], [4]])
  expect((await results).map(endOf)).toEqual([1, 2, OF_ONE, 4, 5])
})

it('goes on with others while some are held up, however long, and lets these be patient', async () => {
  const { batches, take } = gathererAtHand()
  const results = [take('a'), take('b'), take('c'), take('a')]
  const patient = () => batches.filter(({ isPatient }) => isPatient).map(({ ids }) => ids)
  const hasty = () => batches.filter(({ isPatient }) => !isPatient)
  for (let n = 0; n < 4; n += 1) {
    hasty()[n]?.end(HELD_UP)
    await settled()
  }
  // The third waits until one of the two that are held up has ended, and the fourth for its key.
  expect(hasty().map(({ ids }) => ids)).toEqual([[1], [2, 3], [2], [3]])
  expect(patient()).toEqual([[1], [2]])
  results.push(take('d'))
  expect(hasty().at(-1)?.ids).toEqual([5])
  for (const { end } of batches) end()
  await settled()
  expect(patient()).toEqual([[1], [2], [3]])
  expect(hasty().at(-1)?.ids).toEqual([4])
  for (const { end } of batches) end()
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5])
})

it('fails who is held up for longer than patience lasts', async () => {
  const { batches, take } = gathererAtHand()
  const result = take()
  batches[0]?.end(HELD_UP)
  await settled()
  batches[1]?.end(HELD_UP)
  await expect(result).rejects.toBe(HELD_UP)
  expect(batches).toHaveLength(2)
})

it('fails all of a batch with an error that is of all, and tries none of them again', async () => {
  const { batches, take, begun } = gathererAtHand()
  const results = Promise.allSettled([take(), take(), take()])
  batches[0]?.end()
  await settled()
  batches[1]?.end(OF_ALL)
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(begun()).toEqual([[1], [2, 3]])
})

it('fails what got no result, and does not do it again', async () => {
  const done: Item[][] = []
  const options = {
    ...{ most: MOST, atOnce: { together: 1, alone: 1, patiently: 1 }, keysOf: () => [] },
    ...{ mayBeOfOne: () => true, isHeldUp: () => true },
  }
  const forgetful = new Gatherer<Item, number>((items) => {
    done.push([...items])
    return Promise.resolve([])
  }, options)
  await expect(forgetful.take({ id: 1, keys: [] })).rejects.toThrow('a result for each')
  expect(done).toHaveLength(1)
})

const KEYS: string[] = ['a', 'b', 'c', 'd', 'e', 'f']
const lanes = fc.integer({ min: 1, max: 3 })
const plan = fc.record({
  most: fc.integer({ min: 1, max: 6 }),
  atOnce: fc.record({ together: lanes, alone: lanes, patiently: lanes }),
  items: fc.array(
    fc.record({
      keys: fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 3 }),
      /** What fails the batch that it is in, if anything: for good, or until it is patient. */
      fault: fc.constantFrom(null, null, null, OF_ONE, HELD_UP),
      /** Whether it comes a moment after the one before it. */
      isLater: fc.boolean(),
    }),
    { maxLength: 40 },
  ),
  /** How long each batch lasts, in turns of the loop, and whether something fails it that is nobody's fault. */
  runs: fc.array(fc.record({ turns: fc.nat({ max: 4 }), isOfAll: fc.nat({ max: 9 }).map((n) => n === 0) }), {
    minLength: 1,
    maxLength: 30,
  }),
})

it('loses nothing, succeeds with nothing twice, and fails nobody for another’s fault, however it is used', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ most, atOnce, items, runs }) => {
      const underWay = new Set<string>()
      const done: number[] = []
      let begun = 0
      const run = async (ids: readonly number[], isPatient: boolean) => {
        const { turns, isOfAll } = runs[begun++ % runs.length]!
        expect(ids.length).toBeLessThanOrEqual(isPatient ? 1 : most)
        const keys = ids.flatMap((id) => items[id]!.keys)
        expect(new Set(keys).size, 'keys within a batch').toBe(keys.length)
        for (const key of keys) expect(underWay.has(key), `${key} is under way`).toBe(false)
        for (const key of keys) underWay.add(key)
        for (let turn = 0; turn < turns; turn += 1) await settled()
        for (const key of keys) underWay.delete(key)
        if (isOfAll) throw OF_ALL
        const faults = ids.flatMap((id) => items[id]!.fault ?? [])
        const fault = faults.find((one) => one === OF_ONE || !isPatient)
        if (fault) throw fault
        done.push(...ids)
        return [...ids]
      }
      const gatherer = new Gatherer<number, number>(run, {
        ...{ most, atOnce, keysOf: (id) => items[id]!.keys },
        mayBeOfOne: (error) => error === OF_ONE || error === HELD_UP,
        isHeldUp: (error) => error === HELD_UP,
      })
      const taken: Promise<number>[] = []
      for (const [id, { isLater }] of items.entries()) {
        if (isLater) await settled()
        taken.push(gatherer.take(id))
        taken.at(-1)?.catch(() => undefined)
      }
      const ends = (await Promise.allSettled(taken)).map(endOf)
      for (const [id, end] of ends.entries()) {
        const isRefused = items[id]!.fault === OF_ONE
        expect(isRefused ? [OF_ONE, OF_ALL] : [id, OF_ALL]).toContain(end)
        expect(done.filter((one) => one === id)).toEqual(end === id ? [id] : [])
      }
      for (const key of KEYS) {
        const inOrder = done.filter((id) => items[id]!.keys.includes(key))
        expect(inOrder, `order of ${key}`).toEqual(inOrder.toSorted((a, b) => a - b))
      }
    }),
    { numRuns: 300 },
  )
})
