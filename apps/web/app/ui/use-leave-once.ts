import { useEffect, useRef, useState, type FormEvent } from 'react'

/**
 * For forms that lead to another site: only the first of several clicks counts, until the page is left.
 *
 * The latch is a ref because a second click can come before the first one has rendered anything.
 */
export function useLeaveOnce() {
  const hasLeft = useRef(false)
  const [isLeaving, setIsLeaving] = useState(false)

  useEffect(() => {
    // The browser's back button may bring the page back as it was left.
    const stay = () => {
      hasLeft.current = false
      setIsLeaving(false)
    }
    window.addEventListener('pageshow', stay)
    return () => window.removeEventListener('pageshow', stay)
  }, [])

  const leaveOnce = (event: FormEvent) => {
    if (hasLeft.current) event.preventDefault()
    hasLeft.current = true
    setIsLeaving(true)
  }
  return { isLeaving, leaveOnce }
}
