import path from 'node:path'
import type { Env } from '@paidup/config'

export interface ProgramPlan {
  name: string
  command: [string, ...string[]]
  /** What it gets beside the environment of all. */
  env: Record<string, string>
  /** Answers 200 when the program is ready. */
  readyUrl?: string
}

export interface ProductPlan {
  /** Absent when the product talks to the real Stripe, or to a Local Stripe that runs elsewhere. */
  stripeLocal?: ProgramPlan
  /** Creates what the catalogue lacks at Stripe and subscribes the endpoint, then ends. Absent for the real Stripe. */
  stripeSetup?: ProgramPlan
  web: ProgramPlan
  worker: ProgramPlan
}

export interface ProductOptions {
  /** Whether the programs take up changes of their sources. */
  isWatching: boolean
  /** The folder where Local Stripe keeps its state. Without one it begins empty and forgets. */
  stripeState?: string
}

/** The programs that make the product in this environment. */
export function planProduct(env: Env, { isWatching, stripeState }: ProductOptions): ProductPlan {
  const node = (...args: string[]): [string, ...string[]] => [process.execPath, '--import', 'tsx', ...args]
  const restarting = (file: string): [string, ...string[]] =>
    isWatching
      ? [path.join('node_modules', '.bin', 'tsx'), 'watch', '--clear-screen=false', file]
      : node(file)
  const endpoint = `http://127.0.0.1:${env.PORT}/webhooks/stripe`
  return {
    ...(env.usesLocalStripe && {
      stripeLocal: {
        name: 'Local Stripe',
        command: restarting('packages/stripe-local/src/main.ts'),
        env: {
          STRIPE_LOCAL_PORT: String(env.STRIPE_LOCAL_PORT),
          STRIPE_LOCAL_WEBHOOK_URL: endpoint,
          STRIPE_LOCAL_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET[0] ?? '',
          ...(stripeState !== undefined && { STRIPE_LOCAL_DATA_DIR: stripeState }),
        },
        readyUrl: `http://127.0.0.1:${env.STRIPE_LOCAL_PORT}/_local/health`,
      },
    }),
    // The catalogue of a real account is its owner's to make.
    ...(env.STRIPE_API_BASE !== undefined && {
      stripeSetup: {
        name: 'stripe:setup',
        command: node('apps/cli/src/main.ts', 'stripe:setup', '--endpoint', endpoint),
        env: {},
      },
    }),
    web: {
      name: 'web',
      command: node('apps/web/server.ts'),
      env: isWatching ? { WEB_DEV: '1' } : {},
      readyUrl: `http://127.0.0.1:${env.PORT}/readyz`,
    },
    worker: {
      name: 'worker',
      command: restarting('apps/worker/src/main.ts'),
      env: {},
      ...(env.WORKER_PORT !== undefined && { readyUrl: `http://127.0.0.1:${env.WORKER_PORT}/readyz` }),
    },
  }
}
