import type { WebApp } from './web-app.ts'

/** Somebody who signed up, with a verified address. */
export type Person = { userId: string; email: string; cookie: string; ownOrgId: string; ask: Ask }

export type Ask = (
  method: string,
  path: string,
  body?: { json: object } | { form: Record<string, string> },
) => Promise<Answer>

export type Answer = { status: number; location: string | null; text: string }

/** Requests as a browser sends them, with somebody's session or with none. */
export function askerOf({ url }: WebApp, cookie?: string): Ask {
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: url,
        ...(cookie !== undefined && { cookie }),
        ...(body && 'json' in body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: 'json' in body ? JSON.stringify(body.json) : new URLSearchParams(body.form) }),
    })
    return {
      status: response.status,
      location: response.headers.get('location'),
      text: await response.text(),
    }
  }
}

export async function signUp(app: WebApp, name: string): Promise<Person> {
  const email = `${name}@example.com`
  const body = { name, email, password: 'a good password' }
  const { headers, response } = await app.auth.api.signUpEmail({ body, returnHeaders: true })
  const userId = response.user.id
  await app.db.user.update({ where: { id: userId }, data: { emailVerified: true } })
  const { organizationId } = await app.db.member.findFirstOrThrow({ where: { userId } })
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return { userId, email, cookie, ownOrgId: organizationId, ask: askerOf(app, cookie) }
}
