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
