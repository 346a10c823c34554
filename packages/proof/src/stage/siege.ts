import pg from 'pg'
import { root } from '@paidup/scripts/root.ts'
import { openProduct, type Product, type ProductOptions } from './product.ts'
import { exchange, plainRequest, type RawAnswer } from './raw-http.ts'

/** The web app, and the cookies of a customer who has signed in to it. */
export type Site = { url: string; secret: string; cookie: string }

/** One request of a stranger. */
export type Try = {
  name: string
  bytes: Buffer
  /** What is wrong with the answer beyond what is never right; undefined when nothing is. */
  faultOf?: (answer: RawAnswer) => string | undefined
}

export type SiegeOptions = Pick<ProductOptions, 'databaseUrl' | 'path' | 'signal'> & {
  /** Tables that the tries may write to. */
  mayWrite?: readonly string[]
}

const AT_ONCE = 6

/**
 * Sends every request and looks at every answer: never a 5xx, never anything of the inside. In the end nothing may be
 * written, here or at Stripe, no error may be logged, and the process must be the one that it was.
 */
export async function besiege(
  { databaseUrl, path, signal, mayWrite = [] }: SiegeOptions,
  triesFor: (site: Site) => Try[],
): Promise<{ tries: number; differences: string[] }> {
  const product = await openProduct({ databaseUrl, path, signal, seed: 'siege' })
  try {
    const { url, secret, web } = product
    const tries = triesFor({ url, secret, cookie: await signUp(url) })
    const [before, from] = [await whatIsKept(databaseUrl, product, mayWrite), web.lines.length]
    const differences: string[] = []
    const left = [...tries]
    const next = async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) {
        signal.throwIfAborted()
        const answer = await exchange(url, one.bytes)
        const fault = neverRight(answer) ?? one.faultOf?.(answer)
        if (fault !== undefined) differences.push(`${one.name}: ${fault}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
    const after = await whatIsKept(databaseUrl, product, mayWrite)
    for (const [what, count] of Object.entries(after))
      if (count !== (before[what] ?? 0))
        differences.push(`${what}: ${before[what] ?? 0} before, ${count} after`)
    return { tries: tries.length, differences: [...differences, ...complaintsOf(web.lines.slice(from))] }
  } finally {
    await product.close()
  }
}

const INSIDE = [root, 'node_modules', 'PrismaClient', 'postgresql://', 'whsec_', 'sk_test_']
const STACK = /\n\s+at .+:\d+:\d+/

function neverRight({ statuses, text }: RawAnswer): string | undefined {
  if (statuses.length === 0) return 'no answer'
  const fault = statuses.find((status) => status >= 500)
  if (fault !== undefined) return `answered ${fault}`
  const leak = INSIDE.find((word) => text.includes(word)) ?? STACK.exec(text)?.[0]
  return leak === undefined ? undefined : `the answer tells of the inside: ${leak}`
}

function complaintsOf(lines: string[]): string[] {
  // What is quarantined is for an operator to see, whoever sent it.
  const isComplaint = (line: string) =>
    /"level":"(error|fatal)"/.test(line) && !line.includes('"outcome":"quarantined"')
  const errors = lines.filter(isComplaint)
  const restarts = lines.filter((line) => line.includes('"web app ready"')).length
  return [
    ...(restarts > 0 ? [`the web app ended and was started again ${restarts} times`] : []),
    ...(errors.length > 0 ? [`${errors.length} error lines, such as ${errors[0]?.slice(0, 300)}`] : []),
  ]
}

/** How much there is of everything, in the database and at Stripe. */
async function whatIsKept(
  databaseUrl: string,
  { recorder }: Product,
  mayWrite: readonly string[],
): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ tablename: string }>(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
    )
    const counts: Record<string, number> = {}
    for (const { tablename } of rows.filter((row) => !mayWrite.includes(row.tablename))) {
      const counted = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM "${tablename}"`)
      counts[`table ${tablename}`] = counted.rows[0]?.n ?? 0
    }
    const atStripe = Object.entries(recorder.local.world.store.dump()).map(([name, all]) => [
      `Stripe’s ${name}`,
      all.length,
    ])
    return { ...counts, ...(Object.fromEntries(atStripe) as Record<string, number>) }
  } finally {
    await client.end()
  }
}

/** @returns the cookies of a new customer, as a browser sends them */
async function signUp(url: string): Promise<string> {
  const body = new URLSearchParams({
    name: 'Ada',
    email: 'ada@example.com',
    password: 'a good password',
  }).toString()
  const headers = ['Content-Type: application/x-www-form-urlencoded', `Origin: ${url}`]
  const { statuses, text } = await exchange(url, plainRequest(url, 'POST', '/signup', { headers, body }))
  const cookies = [...text.matchAll(/^set-cookie: ([^;\r\n]+)/gim)].map(([, cookie]) => cookie ?? '')
  if (cookies.length === 0) throw new Error(`Nobody could sign up: ${statuses.join()} ${text.slice(0, 500)}`)
  return cookies.join('; ')
}
