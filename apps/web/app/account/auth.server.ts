import type { Db } from '@paidup/db'
import { betterAuth, getCurrentAdapter, type DBTransactionAdapter } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import type { Logger } from 'pino'
import { PASSWORD } from './account-fields.ts'
import { allowedEndpoints } from './allowed-endpoints.server.ts'
import { CLIENT_ADDRESS } from './client-address.server.ts'
import { passwordGuard } from './password-guard.server.ts'
import { fieldLimits } from './field-limits.server.ts'
import { withMembershipRefusals } from './membership-refusals.server.ts'
import { MOST_ROWS, organizationPlugin } from './organization-plugin.server.ts'
import { organizationFor } from './organization.server.ts'

/** Accounts, sessions and organizations. Every session it makes acts for an organization. */
export function createAuth({ db, secret, baseURL, log }: AuthOptions) {
  return betterAuth({
    appName: 'Paidup',
    secret,
    baseURL,
    // One transaction for user, password, organization and session: a sign-up that fails leaves nothing behind.
    database: prismaAdapter(withMembershipRefusals(db), { provider: 'postgresql', transaction: true }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD.shortest,
      maxPasswordLength: PASSWORD.longest,
      revokeSessionsOnPasswordReset: true,
    },
    plugins: [
      organizationPlugin(db),
      allowedEndpoints,
      fieldLimits(),
      // Last: what another's hook refuses is no try.
      passwordGuard({ db, log }),
    ],
    // Its limiter sees neither the pages' forms nor accounts. Ours does.
    rateLimit: { enabled: false },
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
    advanced: {
      cookiePrefix: 'paidup',
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
      database: { defaultFindManyLimit: MOST_ROWS },
    },
    telemetry: { enabled: false },
    // What it does not answer by itself is thrown at us, and logged once, as every other fault is.
    onAPIError: { throw: true },
    logger: {
      log: (level, message, ...details) => log[levelOf(level, details)]({ details }, message),
    },
  })
}

type AuthOptions = { db: Db; secret: string; baseURL: string; log: Logger }

export type Auth = ReturnType<typeof createAuth>

/** It calls what a client did wrong an error, too: a foreign address to lead back to. Faults of ours come with an Error. */
function levelOf(level: 'debug' | 'info' | 'warn' | 'error', details: unknown[]) {
  return level === 'error' && !details.some((detail) => detail instanceof Error) ? 'warn' : level
}

async function ownerOf(records: DBTransactionAdapter, id: string) {
  const user = await records.findOne<{ id: string; name: string }>({
    model: 'user',
    where: [{ field: 'id', value: id }],
  })
  if (!user) throw new Error('A session was asked for by a user who does not exist')
  return user
}
