import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

/** Milliseconds between two looks. */
const LOOK_EVERY = 1_000

/** Milliseconds after which it is left to the visitor to look again. */
const LOOK_FOR = 30_000

/** Has the page's loaders asked again, once a second, while something is known to be about to change. */
export function useRevalidateWhile(isWaiting: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWaiting) return
    const looking = setInterval(revalidate, LOOK_EVERY)
    const giveUp = setTimeout(() => clearInterval(looking), LOOK_FOR)
    return () => {
      clearInterval(looking)
      clearTimeout(giveUp)
    }
  }, [isWaiting, revalidate])
}
