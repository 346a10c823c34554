import { EMPTY_ROUTE, overHttp } from '../contenders/over-http.ts'
import { mediansByTurns } from '../figures.ts'
import { fillEntitlements, fillPayments, subscribe } from '../stage/fill.ts'
import { queryOf, signUp } from '../stage/shopper.ts'
import type { Stage } from '../stage/stage.ts'
import { ratioOf, type Row } from '../table.ts'

const CONNECTIONS = 16

/** Payments of the organization whose list is long. */
const LINES = 5000

/** What an organization is shown, among many others. */
export async function benchReads(stage: Stage): Promise<Row[]> {
  const { organizations, payments, rounds, seconds } = stage.pick({
    quick: { organizations: 100_000, payments: [20_000, 100_000], rounds: 3, seconds: 0.8 },
    full: { organizations: 1_000_000, payments: [200_000, 1_000_000], rounds: 3, seconds: 4 },
  })
  const database = await stage.openDatabase()
  const { pool } = database
  const [web, client] = [await stage.openWeb(database), stage.openClient()]
  const [usual, old] = [await signUp(web, pool, 'usual'), await signUp(web, pool, 'old')]
  await fillEntitlements(pool, organizations)
  await subscribe(pool, usual.orgId, 'usual', 12)
  await subscribe(pool, old.orgId, 'old', LINES)
  const load = { connections: CONNECTIONS, until: { seconds } }
  const rows: Row[] = []
  for (const [nth, size] of payments.entries()) {
    await fillPayments(pool, payments[nth - 1] ?? 0, size, organizations)
    const medians = await mediansByTurns(rounds, {
      empty: () => overHttp(client, web, { ...load, target: EMPTY_ROUTE }),
      entitlement: () => overHttp(client, web, { ...load, target: queryOf('entitlement.current', usual) }),
      list: () => overHttp(client, web, { ...load, target: queryOf('payments.list', old) }),
    })
    const among = `${organizations.toLocaleString('en')} entitlements, ${size.toLocaleString('en')} payments`
    const row = (what: string, name: 'entitlement' | 'list'): Row => ({
      what: `${what}, among ${among}`,
      figures: medians[name],
      ratio: ratioOf(medians[name], medians.empty, 'requests/s', 'empty route'),
    })
    rows.push(
      row('entitlement.current', 'entitlement'),
      row(`payments.list of ${LINES.toLocaleString('en')} lines`, 'list'),
    )
  }
  return rows
}
