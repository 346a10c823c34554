const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The day of an instant in UTC, so that server and browser show the same whatever their time zones. */
export function formatDay(instant: Date): string {
  return day.format(instant)
}
