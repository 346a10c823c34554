import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Gatherer } from './gatherer.ts'

type Item = { id: number; keys: string[] }
type Batch = { ids: number[]; isAlone: boolean; end: (error?: Error) => void }

const OF_ALL = new Error('the database is away')
const OF_ONE = new Error('refused')
const MOST = 4

/** A gatherer whose batches end when the test says so. */
function gathererAtHand(atOnce = 1) {
  const batches: Batch[] = []
  const gatherer = new Gatherer<Item, number>(
    (items, isAlone) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(items.map(({ id }) => id)))
        batches.push({ ids: items.map(({ id }) => id), isAlone, end })
      }),
    { most: MOST, atOnce, keysOf: ({ keys }) => keys, mayBeOfOne: (error) => error !== OF_ALL },
  )
  let count = 0
  const take = (...keys: string[]) => {
    count += 1
    return gatherer.take({ id: count, keys: keys.length === 0 ? [`own ${count}`] : keys })
  }
  return { batches, take, begun: () => batches.map(({ ids }) => ids) }
}

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
  const alone = batches.slice(2)
  expect(alone.map(({ ids, isAlone }) => ({ ids, isAlone }))).toEqual([
    { ids: [2], isAlone: true },
    { ids: [3], isAlone: true },
    { ids: [4], isAlone: true },
  ])
  alone[1]?.end(OF_ONE)
  alone[2]?.end()
  await settled()
  expect(begun().slice(5), 'before the first of its key is done').toEqual([])
  alone[0]?.end()
  await settled()
  expect(begun().slice(5)).toEqual([[5]])
  batches[5]?.end()
  expect((await results).map((one) => (one.status === 'fulfilled' ? one.value : one.reason))).toEqual([
    ...[1, 2, OF_ONE, 4, 5],
  ])
})

it('goes on with others however long those last that are done alone', async () => {
  const { batches, take, begun } = gathererAtHand()
  const results = [take(), take(), take()]
  batches[0]?.end(OF_ONE)
  await settled()
  batches[2]?.end(OF_ONE)
  await settled()
  expect(begun()).toEqual([[1], [1], [2, 3], [2], [3]])
  results.push(take())
  expect(begun().slice(5), 'while all that came before it are held up').toEqual([[4]])
  for (const { end } of batches) end()
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4])
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
  const options = { most: MOST, atOnce: 1, keysOf: () => [], mayBeOfOne: () => true }
  const forgetful = new Gatherer<Item, number>((items) => {
    done.push([...items])
    return Promise.resolve([])
  }, options)
  await expect(forgetful.take({ id: 1, keys: [] })).rejects.toThrow('a result for each')
  expect(done).toHaveLength(1)
})

const plan = fc.record({
  most: fc.integer({ min: 1, max: 6 }),
  atOnce: fc.integer({ min: 1, max: 3 }),
  items: fc.array(
    fc.record({
      keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 3 }),
      /** Whether it fails the batch that it is in, how ever often. */
      isRefused: fc.boolean(),
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
      const run = async (ids: readonly number[]) => {
        const { turns, isOfAll } = runs[begun++ % runs.length]!
        expect(ids.length).toBeLessThanOrEqual(most)
        const keys = ids.flatMap((id) => items[id]!.keys)
        for (const key of keys) expect(underWay.has(key), `${key} is under way`).toBe(false)
        expect(new Set(keys).size, 'keys within a batch').toBe(keys.length)
        for (const key of keys) underWay.add(key)
        for (let turn = 0; turn < turns; turn += 1) await settled()
        for (const key of keys) underWay.delete(key)
        if (isOfAll) throw OF_ALL
        if (ids.some((id) => items[id]!.isRefused)) throw OF_ONE
        done.push(...ids)
        return [...ids]
      }
      const gatherer = new Gatherer<number, number>(run, {
        ...{ most, atOnce, keysOf: (id) => items[id]!.keys },
        mayBeOfOne: (error) => error === OF_ONE,
      })
      const taken: Promise<number>[] = []
      for (const [id, { isLater }] of items.entries()) {
        if (isLater) await settled()
        taken.push(gatherer.take(id))
        taken.at(-1)?.catch(() => undefined)
      }
      const ended = await Promise.allSettled(taken)
      for (const [id, end] of ended.entries()) {
        const times = done.filter((one) => one === id).length
        if (end.status === 'fulfilled') expect({ is: end.value, times }).toEqual({ is: id, times: 1 })
        else
          expect({ error: end.reason, times }).toEqual({
            error: items[id]!.isRefused ? end.reason : OF_ALL,
            times: 0,
          })
        expect(end.status === 'fulfilled' && items[id]!.isRefused).toBe(false)
      }
      for (const key of 'abcdef') {
        const inOrder = done.filter((id) => items[id]!.keys.includes(key))
        expect(inOrder, `order of ${key}`).toEqual(inOrder.toSorted((a, b) => a - b))
      }
    }),
    { numRuns: 300 },
  )
})
