const HEADINGS: Record<number, string> = {
  403: 'This is not allowed',
  404: 'This page does not exist',
  405: 'That cannot be done here',
  413: 'That was too much at once',
}

/** What stands above a fault that has no heading of its own. @param status of HTTP, 4xx or 5xx */
export function headingOf(status: number): string {
  if (status >= 500) return 'Something went wrong on our side'
  return HEADINGS[status] ?? 'This request cannot be read'
}
