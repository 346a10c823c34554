import { z } from 'zod'

/** Where the embedded PostgreSQL listens unless that port is taken. */
export const EMBEDDED_DATABASE_URL = 'postgresql://postgres@127.0.0.1:54320/paidup'

const LOCAL_SECRET_KEY = 'sk_test_local'
const LOCAL_WEBHOOK_SECRET = 'whsec_local'
const LOCAL_METRICS_TOKEN = 'local-metrics-token'
const LOCAL_AUTH_SECRET = 'local-secret-that-signs-sessions-on-this-machine-only'

const anyPort = z.coerce.number({ error: 'must be a port number' }).int().min(1).max(65535)
const port = (fallback: number) => anyPort.default(fallback)
const connections = z.coerce.number({ error: 'must be a number of connections' }).int().min(1).default(10)
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' })

const proxy = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
    error: 'must be addresses or CIDR ranges of your proxies, separated by commas: 10.0.0.0/8, 2001:db8::1',
  })
  .refine((range) => !/\/0+$/.test(range), 'must not be all addresses (/0): anyone could then claim any')

const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a URL that begins with postgresql://' })
    .default(EMBEDDED_DATABASE_URL),
  DATABASE_POOL_SIZE: connections,
  DATABASE_PAGE_POOL_SIZE: connections,
  PORT: port(3000),
  WORKER_PORT: anyPort.optional(),
  APP_URL: httpUrl.optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .pipe(z.array(proxy))
    .default([]),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^(sk|rk)_(test|live)_/,
      'must be a secret key of Stripe: sk_test_…, sk_live_…, rk_test_… or rk_live_…',
    )
    .default(LOCAL_SECRET_KEY),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .pipe(
      z.array(z.string().regex(/^whsec_\S+$/, 'must be one or more secrets whsec_…, separated by commas')),
    )
    .default([LOCAL_WEBHOOK_SECRET]),
  STRIPE_API_BASE: httpUrl.optional(),
  STRIPE_LOCAL_PORT: port(12111),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').default(LOCAL_AUTH_SECRET),
  CHECKOUT_FAST_PATH: z
    .enum(['0', '1'], { error: 'must be 1 (on) or 0 (off)' })
    .default('0')
    .transform((flag) => flag === '1'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** The validated environment. Every default works on one machine without any account or key. */
export type Env = Omit<z.infer<typeof variables>, 'APP_URL'> & {
  /** Public base of redirects and links, without a trailing slash. */
  APP_URL: string
  /** Whether STRIPE_SECRET_KEY is a live key: events of the other mode are ignored. */
  livemode: boolean
  /** Whether the Stripe API is Local Stripe, which then has to be started. */
  usesLocalStripe: boolean
}

/**
 * Reads and checks the environment.
 *
 * An empty variable counts as unset, as it comes from `NAME=` in a file.
 * @throws Error that lists every fault at once, one line each, naming the variable and never its value.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  const faults = parsed.success
    ? faultsOf(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`)
  if (!parsed.success || faults.length > 0) {
    throw new Error(
      `The environment has ${faults.length} fault(s):\n${faults.map((f) => `  ${f}`).join('\n')}`,
    )
  }
  const env = parsed.data
  const usesLocalStripe = isLocal(env)
  return {
    ...env,
    APP_URL: (env.APP_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    STRIPE_API_BASE: usesLocalStripe ? `http://127.0.0.1:${env.STRIPE_LOCAL_PORT}` : env.STRIPE_API_BASE,
    // Without one there are no metrics: a known token would show a real account's figures to anyone.
    METRICS_TOKEN: env.METRICS_TOKEN ?? (usesLocalStripe ? LOCAL_METRICS_TOKEN : undefined),
    livemode: isLive(env),
    usesLocalStripe,
  }
}

type Variables = z.infer<typeof variables>

function isLocal(env: Variables): boolean {
  return env.STRIPE_API_BASE === undefined && env.STRIPE_SECRET_KEY === LOCAL_SECRET_KEY
}

function isLive(env: Variables): boolean {
  return /^(sk|rk)_live_/.test(env.STRIPE_SECRET_KEY)
}

/** Faults that lie between variables, and local defaults where they have no place. */
function faultsOf(env: Variables): string[] {
  const usesLocalWebhookSecret = env.STRIPE_WEBHOOK_SECRET.includes(LOCAL_WEBHOOK_SECRET)
  const localDefaults = {
    DATABASE_URL: env.DATABASE_URL === EMBEDDED_DATABASE_URL,
    APP_URL: env.APP_URL === undefined,
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY === LOCAL_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: usesLocalWebhookSecret,
    AUTH_SECRET: env.AUTH_SECRET === LOCAL_AUTH_SECRET,
  }
  if (env.NODE_ENV === 'production') {
    return Object.entries(localDefaults)
      .filter(([, isDefault]) => isDefault)
      .map(
        ([name]) =>
          `${name}: must be set when NODE_ENV is production; its local default is not for production`,
      )
  }
  if (isLive(env) && env.STRIPE_API_BASE === undefined && localDefaults.AUTH_SECRET) {
    return ['AUTH_SECRET: must be set beside a live key: anyone can sign sessions with its local default']
  }
  if (isLocal(env) && env.PORT === env.STRIPE_LOCAL_PORT) {
    return ['STRIPE_LOCAL_PORT: must differ from PORT']
  }
  // With Local Stripe all of it runs on one machine; elsewhere the worker may have a machine of its own.
  if (isLocal(env) && (env.WORKER_PORT === env.PORT || env.WORKER_PORT === env.STRIPE_LOCAL_PORT)) {
    return ['WORKER_PORT: must differ from PORT and STRIPE_LOCAL_PORT']
  }
  if (env.STRIPE_API_BASE === undefined && !isLocal(env) && usesLocalWebhookSecret) {
    return [
      'STRIPE_WEBHOOK_SECRET: must be the secret of your endpoint (whsec_…), because STRIPE_SECRET_KEY is a real key',
    ]
  }
  return []
}
