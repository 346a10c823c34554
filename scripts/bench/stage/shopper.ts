import type pg from 'pg'
import type { Target } from '../load/orders.ts'
import type { BenchDatabase } from './stage.ts'
import type { Web } from './web.ts'

/** Somebody who has signed in. */
export type Person = { orgId: string; cookie: string }

/** Signs somebody up by the form. @param name what stands before the `@` of the address */
export async function signUp(web: Web, pool: pg.Pool, name: string): Promise<Person> {
  const email = `${name}@example.com`
  const response = await fetch(`${web.url}/signup`, {
    method: 'POST',
    headers: { origin: web.url },
    body: new URLSearchParams({ name, email, password: 'a good password' }),
    redirect: 'manual',
  })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const { rows } = await pool.query<{ orgId: string }>(
    `SELECT organization_id AS "orgId" FROM members m JOIN users u ON u.id = m.user_id WHERE u.email = $1`,
    [email],
  )
  const orgId = rows[0]?.orgId
  if (orgId === undefined)
    throw new Error(`Nobody could sign up: ${response.status} ${await response.text()}`)
  return { orgId, cookie: cookies.join('; ') }
}

/** A query of the typed API as its client asks it. */
export function queryOf(procedure: string, { cookie }: Person, input?: object): Target {
  const given = input ? `?input=${encodeURIComponent(JSON.stringify({ json: input }))}` : ''
  return { send: 'get', path: `/api/trpc/${procedure}${given}`, cookie }
}

/** What the success page asks once a second: a checkout that is paid, and whose webhook is still to come. */
export async function openPoll(web: Web, { pool }: BenchDatabase): Promise<Target> {
  const shopper = await signUp(web, pool, 'shopper')
  await pool.query(
    `INSERT INTO checkout_sessions (id, org_id, plan, mode, status, payment_status)
     VALUES ('cs_bench', $1, 'pro', 'subscription', 'complete', 'paid')`,
    [shopper.orgId],
  )
  return queryOf('entitlement.forCheckout', shopper, { sessionId: 'cs_bench' })
}
