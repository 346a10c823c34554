/** Someone with an account, as the HTTP of the app knows them. */
export type Visitor = {
  email: string
  cookie: string
  /** Asks for a page or a procedure; no redirect is followed. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Sends a form of one of the app's pages. */
  submit(path: string, fields?: Record<string, string>): Promise<Response>
  /** Sends JSON, as a program does. */
  call(path: string, body: unknown): Promise<Response>
}

let visitors = 0

/** Signs a new person up, whose organization is new too. @param appUrl the app's public base, where `url` is not it */
export async function newVisitor(url: string, appUrl = url): Promise<Visitor> {
  visitors += 1
  const email = `visitor-${visitors}@example.com`
  const origin = new URL(appUrl).origin
  const send = (path: string, body: string | URLSearchParams, headers: Record<string, string>) =>
    fetch(url + path, { method: 'POST', redirect: 'manual', body, headers: { origin, ...headers } })
  const fields = { name: 'Ada Lovelace', email, password: 'correct horse battery' }
  const answer = await send('/signup', new URLSearchParams(fields), {})
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  if (answer.status !== 303 || cookie === '') throw new Error(`Nobody signed up: ${answer.status}`)
  return {
    email,
    cookie,
    get: (path, headers = {}) => fetch(url + path, { redirect: 'manual', headers: { cookie, ...headers } }),
    submit: (path, form = {}) => send(path, new URLSearchParams(form), { cookie }),
    call: (path, body) => send(path, JSON.stringify(body), { cookie, 'content-type': 'application/json' }),
  }
}
