import { outOfLife } from '../replay/copies.ts'
import type { DirectDb } from '../replay/direct-db.ts'

/** When and by whom a row was written, which is each life's own. */
const VOLATILE = [
  'id',
  'created_at',
  'updated_at',
  'received_at',
  'event_id',
  'last_event_at',
  'read_ticket',
  'read_at',
]
const rowsOf = (table: string, kept: string[] = []) => {
  const dropped = VOLATILE.filter((column) => !kept.includes(column)).map((column) => `'${column}'`)
  return `SELECT (to_jsonb(t) - ARRAY[${dropped.join(', ')}])::text AS row FROM ${table} t`
}

const QUERIES = {
  processed_events: rowsOf('processed_events', ['event_id']),
  quarantined_events: rowsOf('quarantined_events', ['event_id']),
  billing_customers: rowsOf('billing_customers'),
  checkout_sessions: rowsOf('checkout_sessions', ['id']),
  plan_entitlements: rowsOf('plan_entitlements'),
  purchases: rowsOf('purchases'),
  payments: rowsOf('payments'),
  stripe_payments: rowsOf('stripe_payments'),
  invoices: rowsOf('invoices'),
  credits_granted: rowsOf(`(SELECT * FROM credit_entries WHERE source_key IS NULL)`),
  // In how many steps they were taken back depends on the order; what is left does not.
  credits_left: rowsOf(
    `(SELECT COALESCE(source_key, business_key) AS business_key, org_id, sum(delta)::int AS credits
      FROM credit_entries GROUP BY 1, 2)`,
  ),
} as const

/** Everything that is written of a life, by table; rows as their columns are named. */
export type EndState = Record<keyof typeof QUERIES, object[]>

/** What names a row of each table. */
const KEYS: Record<keyof typeof QUERIES, string> = {
  processed_events: 'event_id',
  quarantined_events: 'event_id',
  billing_customers: 'stripe_customer_id',
  checkout_sessions: 'id',
  plan_entitlements: 'stripe_subscription_id',
  purchases: 'stripe_checkout_session_id',
  payments: 'business_key',
  stripe_payments: 'stripe_payment_id',
  invoices: 'stripe_invoice_id',
  credits_granted: 'business_key',
  credits_left: 'business_key',
}
export const TABLES = Object.keys(KEYS) as (keyof EndState)[]

/** The rows of a table by what names each. */
export function byKey(table: keyof EndState, rows: object[]): Map<string, object> {
  return new Map(rows.map((row) => [String((row as Record<string, unknown>)[KEYS[table]]), row]))
}

/** The same with the rows of each table by their key. */
export function inOrder(state: EndState): EndState {
  const sorted = TABLES.map((table) => {
    const keyOf = (row: object) => String((row as Record<string, unknown>)[KEYS[table]])
    return [table, state[table].toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))]
  })
  return Object.fromEntries(sorted) as EndState
}

/** The end states that there are, each with the lives that ended so: there should be one. */
export async function endStatesOf(read: DirectDb['read']): Promise<{ state: EndState; lives: string[] }[]> {
  const rowsByLife = new Map<string, string[]>()
  for (const table of TABLES) {
    const rows = await read<{ row: string }>({ text: QUERIES[table], values: [] })
    for (const { row } of rows) {
      const { life, text } = outOfLife(row)
      const line = `{"table":"${table}","row":${text}}`
      const lines = rowsByLife.get(life)
      if (lines) lines.push(line)
      else rowsByLife.set(life, [line])
    }
  }
  const livesByState = new Map<string, string[]>()
  for (const [life, lines] of rowsByLife) {
    const text = `[${lines.sort().join(',')}]`
    const alike = livesByState.get(text)
    if (alike) alike.push(life)
    else livesByState.set(text, [life])
  }
  return [...livesByState].map(([text, lives]) => ({ state: stateFrom(text), lives }))
}

function stateFrom(text: string): EndState {
  const state = Object.fromEntries(TABLES.map((table) => [table, []])) as unknown as EndState
  for (const { table, row } of JSON.parse(text) as { table: keyof EndState; row: object }[])
    state[table].push(row)
  return inOrder(state)
}
