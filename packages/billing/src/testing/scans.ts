import { Prisma, type Db } from '@paidup/db'

/** A node of what `EXPLAIN (FORMAT JSON)` says, as far as it is looked at. */
type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}
type Explained = [{ 'QUERY PLAN': [{ Plan: Plan }] }]

/** What stays small: plans, migrations, and a row that is there for a moment. Every other table of ours grows. */
const SMALL = Prisma.sql`('catalogue_plans', 'readiness_checks', '_prisma_migrations')`

/**
 * Where PostgreSQL would read a growing table from its beginning to its end: with the parameters given, and by the plan
 * that it makes for any, as it may for prepared statements.
 * @param areValuesReal whether the parameters are such as may be given; else only the plan for any is looked at
 * @param db has one connection, whose `plan_cache_mode` is `force_generic_plan`
 */
export async function scansOf(
  db: Db,
  { text, values }: Pick<Prisma.Sql, 'text' | 'values'>,
  areValuesReal: boolean,
): Promise<string[]> {
  const [{ growing, partial }] = await db.$queryRaw<[{ growing: string[]; partial: string[] }]>`
    SELECT ARRAY(SELECT tablename::text FROM pg_tables
                 WHERE schemaname = 'public' AND tablename NOT IN ${SMALL}) AS growing,
           ARRAY(SELECT indexrelid::regclass::text FROM pg_index WHERE indpred IS NOT NULL) AS partial`
  const isScan = (plan: Plan) =>
    plan['Node Type'] === 'Seq Scan'
      ? growing.includes(plan['Relation Name'] ?? '')
      : // An index is read as a whole where nothing is looked up in it; a partial one is as small as its condition.
        plan['Index Name'] !== undefined && !plan['Index Cond'] && !partial.includes(plan['Index Name'])
  const found = (await plansOf(db, text, values, areValuesReal)).flatMap(nodesOf).filter(isScan)
  return [...new Set(found.map((plan) => `${plan['Node Type']} ${plan['Relation Name'] ?? ''}`))]
}

async function plansOf(db: Db, text: string, values: unknown[], areValuesReal: boolean): Promise<Plan[]> {
  const given = areValuesReal
    ? [await db.$queryRawUnsafe<Explained>(`EXPLAIN (FORMAT JSON) ${text}`, ...values)]
    : []
  await db.$executeRawUnsafe(`PREPARE looked_at AS ${text}`)
  const nulls = values.length > 0 ? `(${values.map(() => 'NULL').join(', ')})` : ''
  const any = await db.$queryRawUnsafe<Explained>(`EXPLAIN (FORMAT JSON) EXECUTE looked_at${nulls}`)
  await db.$executeRawUnsafe('DEALLOCATE looked_at')
  return [...given, any].map(
    ([
      {
        'QUERY PLAN': [{ Plan: plan }],
      },
    ]) => plan,
  )
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** The growing tables that the work has read from beginning to end, in statements of functions and triggers, too. The database has one connection. */
export async function tablesScannedBy(
  db: Db,
  work: (tx: Prisma.TransactionClient) => Promise<unknown>,
): Promise<string[]> {
  // What the connection did before counts too until it is flushed, which PostgreSQL does at most once a second.
  await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`
  return db.$transaction(async (tx) => {
    await work(tx)
    const scanned = await tx.$queryRaw<{ name: string }[]>`
      SELECT relname::text AS name FROM pg_stat_xact_user_tables
      WHERE schemaname = 'public' AND relname NOT IN ${SMALL} AND seq_scan > 0`
    return scanned.map(({ name }) => name)
  })
}
