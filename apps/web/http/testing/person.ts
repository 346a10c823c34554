import type { Db } from '@paidup/db'
import { Browser } from './browser.ts'

/** Somebody who signed up, with a verified address and an organization of their own, and the browser it was done in. */
export type Person = { userId: string; email: string; ownOrgId: string; browser: Browser }

export const PASSWORD = 'correct horse battery'

let people = 0

/** Signs somebody up by the form. @param name what stands before the `@` of the address */
export async function signUp(
  { url, db }: { url: string; db: Db },
  name = `person-${++people}`,
  browser = new Browser(url),
): Promise<Person> {
  const email = `${name}@example.com`
  const { status } = await browser.post('/signup', { name: 'Ada Lovelace', email, password: PASSWORD })
  if (status !== 303) throw new Error(`Nobody signed up as ${email}: ${status}`)
  const { id: userId } = await db.user.update({ where: { email }, data: { emailVerified: true } })
  const { organizationId } = await db.member.findFirstOrThrow({ where: { userId } })
  return { userId, email, ownOrgId: organizationId, browser }
}
