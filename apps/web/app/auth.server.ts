import type { Db } from '@paidup/db'
import { betterAuth, getCurrentAdapter, type DBTransactionAdapter } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import type { Logger } from 'pino'
import { withMembershipRefusals } from './membership-refusals.server.ts'
import { MOST_ROWS, organizationPlugin } from './organization-plugin.server.ts'
import { organizationFor } from './organization.server.ts'

/** Characters, at least. */
export const PASSWORD_LENGTH = 8

/** Accounts, sessions and organizations. Every session it makes acts for an organization. */
export function createAuth({ db, secret, baseURL, log }: AuthOptions) {
  return betterAuth({
    appName: 'Paidup',
    secret,
    baseURL,
    // One transaction for user, password, organization and session: a sign-up that fails leaves nothing behind.
    database: prismaAdapter(withMembershipRefusals(db), { provider: 'postgresql', transaction: true }),
    emailAndPassword: { enabled: true, minPasswordLength: PASSWORD_LENGTH },
    plugins: [organizationPlugin()],
    databaseHooks: {
      session: {
        create: {
          before: async (session, request) => {
            if (!request) return
            const records = await getCurrentAdapter(request.context.adapter)
            const activeOrganizationId = await organizationFor(
              records,
              await ownerOf(records, session.userId),
            )
            return { data: { activeOrganizationId } }
          },
        },
      },
    },
    advanced: { cookiePrefix: 'paidup', database: { defaultFindManyLimit: MOST_ROWS } },
    telemetry: { enabled: false },
    logger: { log: (level, message, ...details) => log[level]({ details }, message) },
  })
}

type AuthOptions = { db: Db; secret: string; baseURL: string; log: Logger }

export type Auth = ReturnType<typeof createAuth>

async function ownerOf(records: DBTransactionAdapter, id: string) {
  const user = await records.findOne<{ id: string; name: string }>({
    model: 'user',
    where: [{ field: 'id', value: id }],
  })
  if (!user) throw new Error('A session was asked for by a user who does not exist')
  return user
}
