/** What the web app under test takes for its public address. */
export const APP_URL = 'http://localhost'

export type Body = { json: unknown } | { form: Record<string, string> }

/** An answer that has been read. */
export type Answer = { status: number; location: string | null; text: string }

type Sent = { method?: string; body?: Body | undefined; headers?: Record<string, string> }

/** A browser of one person as the server sees it: an origin, cookies that stay, and no scripts. Follows no redirect. */
export class Browser {
  readonly #cookies = new Map<string, string>()

  /** @param headers sent with each request, such as those of a proxy */
  constructor(
    readonly url: string,
    readonly headers: Record<string, string> = {},
  ) {}

  /** The same browser at another process, or behind another proxy. What it does does not touch this one's cookies. */
  at(url: string, headers = this.headers): Browser {
    const same = new Browser(url, headers)
    for (const [name, value] of this.#cookies) same.#cookies.set(name, value)
    return same
  }

  get(path: string): Promise<Response> {
    return this.send(path)
  }

  /** Posts a form of the pages. */
  post(path: string, form: Record<string, string> = {}): Promise<Response> {
    return this.send(path, { method: 'POST', body: { form } })
  }

  /** Sends JSON, as a program does. */
  call(path: string, json: unknown, method = 'POST'): Promise<Response> {
    return this.send(path, { method, ...(method !== 'GET' && { body: { json } }) })
  }

  /** Sends whatever it is, and reads the answer. */
  async ask(method: string, path: string, body?: Body): Promise<Answer> {
    const response = await this.send(path, { method, body })
    const location = response.headers.get('location')
    return { status: response.status, location, text: await response.text() }
  }

  /** Ends the session and keeps what else the browser has. */
  async signOut(): Promise<this> {
    await this.post('/logout')
    return this
  }

  async send(path: string, { method = 'GET', body, headers }: Sent = {}): Promise<Response> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: APP_URL,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && 'json' in body && { 'content-type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
      ...(body && { body: 'json' in body ? JSON.stringify(body.json) : new URLSearchParams(body.form) }),
    })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    return response
  }

  /** A value may have `=` in it: the name ends at the first one. */
  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';')
    const end = pair.indexOf('=')
    this.#cookies.set(pair.slice(0, end), pair.slice(end + 1))
  }
}
