/** What the processes under test take for their public address. */
export const APP_URL = 'http://localhost'

/** A browser of one person as the server sees it: an address, cookies that stay, and no scripts. */
export class Browser {
  readonly #cookies = new Map<string, string>()

  /** @param headers sent with each request, such as those of a proxy */
  constructor(
    readonly url: string,
    readonly headers: Record<string, string> = {},
  ) {}

  /** The same browser at another process, or behind another proxy. */
  at(url: string, headers = this.headers): Browser {
    const same = new Browser(url, headers)
    for (const [name, value] of this.#cookies) same.#cookies.set(name, value)
    return same
  }

  /** Posts a form of the pages. */
  post(path: string, fields: Record<string, string>): Promise<Response> {
    return this.#fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
  }

  /** Calls one of better-auth's endpoints, by POST when there is a body. */
  call(endpoint: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Response> {
    const json = {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: APP_URL },
    }
    return this.#fetch(`/api/auth${endpoint}`, { method, ...(method === 'GET' ? {} : json) })
  }

  /** Ends the session and keeps what else the browser has. */
  async signOut(): Promise<this> {
    await this.post('/logout', {})
    return this
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`${this.url}${path}`, {
      ...init,
      redirect: 'manual',
      headers: {
        cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(init.headers as Record<string, string>),
        ...this.headers,
      },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      this.#cookies.set(name, value)
    }
    return response
  }
}
