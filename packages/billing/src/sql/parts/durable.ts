import { Prisma } from '@paidup/db'

/**
 * Has the COMMIT of this transaction wait for the log on disk (and for a synchronous standby, where there is one), also
 * on a server that is set not to: what is acknowledged or given out here must not come again after a crash. A stricter
 * setting stays. In a SELECT that the statement reads from, so that it is no round trip of its own.
 */
export const durable = Prisma.sql`
  set_config('synchronous_commit', CASE current_setting('synchronous_commit')
    WHEN 'off' THEN 'on' WHEN 'local' THEN 'on' ELSE current_setting('synchronous_commit') END, true)`
