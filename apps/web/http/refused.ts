/**
 * A request that is the client's fault. Whoever finds one throws it or hands it to `next`; it is answered in one place,
 * as Express's own faults of that kind are.
 * @param status 4xx
 * @param title a stable key for programs
 * @param message a sentence that says what to send instead; the client reads it
 */
export class RequestRefused extends Error {
  readonly expose = true

  constructor(
    readonly status: number,
    readonly title: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}
