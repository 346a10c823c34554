import { Prisma } from '@paidup/db'

/** An instant as a parameter that carries its own offset, so that no session time zone can shift it. */
export function instant(date: Date | null): Prisma.Sql {
  return Prisma.sql`${date?.toISOString() ?? null}::timestamptz`
}
