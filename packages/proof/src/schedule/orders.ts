import type { Chance } from './chance.ts'

/** The n-th of all orders of some things, n from 0 up to, and without, the factorial of how many they are. */
export function orderOf<T>(things: readonly T[], n: number): T[] {
  const left = [...things]
  let rest = n
  return things
    .map(() => {
      const at = rest % left.length
      rest = Math.floor(rest / left.length)
      return left.splice(at, 1)
    })
    .flat()
}

/** Each thing one to three times, in a drawn order. */
export function shuffledWithDuplicates<T>(things: readonly T[], chance: Chance): T[] {
  const left = things.flatMap((thing) => Array.from({ length: chance.pick([1, 1, 1, 1, 2, 3]) }, () => thing))
  return [...left].map(() => left.splice(chance.below(left.length), 1)).flat()
}

/** The same in about that order, but such that what fits comes in crowds, out of each so many. */
export function crowded<T>(things: readonly T[], fits: (thing: T) => boolean, size: number): T[] {
  const parts = Array.from({ length: Math.ceil(things.length / size) }, (_, n) =>
    things.slice(n * size, (n + 1) * size),
  )
  return parts.flatMap((part) => [...part.filter(fits), ...part.filter((thing) => !fits(thing))])
}
