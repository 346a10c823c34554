import { createHash } from 'node:crypto'
import type { Db } from '@paidup/db'
import { APIError, type BetterAuthPlugin, type GenericEndpointContext } from 'better-auth'
import { createAuthMiddleware, getIP, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { Logger } from 'pino'
import { z } from 'zod'
import { DEVICE_COOKIE_AGE, deviceCookie, knownDevice, type Credential } from './known-device.server.ts'
import { createLoginLimits, type Bucket } from './login-limits.server.ts'

/** The `code` of a refusal, which has status 429 and `Retry-After` in seconds. */
export const TOO_MANY_TRIES = 'TOO_MANY_TRIES'

type GuardContext = GenericEndpointContext

/** Where something can be guessed: the buckets that a try is counted in, and the answer that says "guessed wrong". */
const GUARDED: Record<string, { buckets: (ctx: GuardContext, db: Db) => Promise<Bucket[]>; wrong: string }> =
  {
    '/sign-in/email': { buckets: loginBuckets, wrong: 'INVALID_EMAIL_OR_PASSWORD' },
    '/sign-up/email': {
      buckets: (ctx) => Promise.resolve([{ of: 'taken', key: addressOf(ctx) }]),
      wrong: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    },
    '/change-password': { buckets: sessionBuckets, wrong: 'INVALID_PASSWORD' },
  }

/**
 * Limits guessing, for the pages' forms and the endpoints alike: hooks run for calls in process, too, as better-auth's
 * own limiter does not. Makes devices known, and ends the other sessions when a password changes.
 */
export function passwordGuard({ db, log }: { db: Db; log: Logger }) {
  const limits = createLoginLimits(db)
  /** What each call has taken, by the context that its hooks share. */
  const taken = new WeakMap<object, Bucket[]>()

  /** What has expired lies about till the next one otherwise, and harms nobody. */
  const sweep = () => limits.sweep().catch((err: unknown) => log.warn({ err }, 'old tries were not deleted'))

  const before = createAuthMiddleware(async (ctx) => {
    const buckets = (await GUARDED[ctx.path]?.buckets(ctx, db)) ?? []
    const refusal = await limits.take(buckets)
    if (refusal) {
      log.warn(refusal, 'too many tries')
      throw tooManyTries(refusal.retryAfter)
    }
    taken.set(ctx.context, buckets)
  })

  const after = createAuthMiddleware(async (ctx) => {
    const { returned, newSession, secret } = ctx.context
    const buckets = taken.get(ctx.context) ?? []
    if (isWrongGuess(ctx.path, returned)) return sweep()
    if (isAPIError(returned)) return limits.giveBack(buckets)
    await limits.succeed(buckets)
    const credential = newSession && (await credentialOf(db, { id: newSession.user.id }))
    if (!credential) return
    const { name, attributes } = ctx.context.createAuthCookie('device', { maxAge: DEVICE_COOKIE_AGE })
    ctx.setCookie(name, deviceCookie(ctx.getCookie(name), credential, secret), attributes)
  })

  const endOtherSessions = createAuthMiddleware((ctx) =>
    Promise.resolve({ context: { body: { ...(ctx.body as object), revokeOtherSessions: true } } }),
  )

  const isGuarded = ({ path }: { path?: string }) => path !== undefined && Object.hasOwn(GUARDED, path)
  return {
    id: 'password-guard',
    hooks: {
      before: [
        { matcher: isGuarded, handler: before },
        { matcher: ({ path }) => path === '/change-password', handler: endOtherSessions },
      ],
      after: [{ matcher: isGuarded, handler: after }],
    },
  } satisfies BetterAuthPlugin
}

/**
 * A device that has signed in to the account before is counted by itself: strangers can neither use up its tries nor
 * those of its address. Whoever is refused learns nothing by it, as an e-mail address without an account is counted too.
 */
async function loginBuckets(ctx: GuardContext, db: Db): Promise<Bucket[]> {
  const body = z.object({ email: z.string() }).safeParse(ctx.body)
  // Refused by the endpoint, which takes no other type for a try.
  if (!body.success) return []
  // As better-auth looks it up.
  const email = body.data.email.toLowerCase()
  const cookie = ctx.getCookie(ctx.context.createAuthCookie('device').name)
  // Only of what can be an address is the database asked: it takes no NUL.
  const credential = cookie && z.email().safeParse(email).success ? await credentialOf(db, { email }) : null
  const device = knownDevice(cookie, credential, ctx.context.secret)
  if (credential && device) return [{ of: 'device', key: `${device}:${credential.userId}` }]
  return [
    { of: 'address', key: addressOf(ctx) },
    { of: 'account', key: createHash('sha256').update(email).digest('base64url') },
  ]
}

/** By session, not by user: who has stolen one can't keep the owner from changing the password with her own. */
async function sessionBuckets(ctx: GuardContext): Promise<Bucket[]> {
  const session = await getSessionFromCtx(ctx)
  return session ? [{ of: 'session', key: session.session.id }] : []
}

/** Of IPv6 the /64, which is what one customer of a provider has. */
function addressOf({ headers, context }: GuardContext): string {
  return getIP(headers ?? new Headers(), context.options) ?? 'unknown'
}

async function credentialOf(db: Db, user: { id: string } | { email: string }): Promise<Credential | null> {
  const account = await db.account.findFirst({
    where: { providerId: 'credential', user },
    select: { userId: true, password: true },
  })
  return account?.password ? { userId: account.userId, passwordHash: account.password } : null
}

function isWrongGuess(path: string, returned: unknown): boolean {
  return isAPIError(returned) && returned.body?.code === GUARDED[path]?.wrong
}

function tooManyTries(retryAfter: number): APIError {
  const minutes = Math.ceil(retryAfter / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new APIError(
    'TOO_MANY_REQUESTS',
    { code: TOO_MANY_TRIES, message: `Too many tries. Wait ${wait}, then try again.` },
    { 'Retry-After': String(retryAfter) },
  )
}
