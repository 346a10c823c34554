import { useNavigation } from '@remix-run/react'
import { useEffect, useRef, type FormEvent } from 'react'

/**
 * For forms that lead to another site: only the first of several clicks counts, until the page is left or the
 * answer has come.
 *
 * The latch is a ref because a second click can come before the first one has rendered anything.
 */
export function useLeaveOnce() {
  const navigation = useNavigation()
  const hasLeft = useRef(false)

  useEffect(() => {
    if (navigation.state === 'idle') hasLeft.current = false
  }, [navigation.state])

  useEffect(() => {
    // Brought back by the browser's back button as it was left: mid-submission, for ever.
    const reload = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [])

  return {
    /** The form data on its way, undefined when none is. */
    leavingWith: navigation.formAction === '/checkout' ? navigation.formData : undefined,
    leaveOnce: (event: FormEvent) => {
      if (hasLeft.current) event.preventDefault()
      hasLeft.current = true
    },
  }
}
