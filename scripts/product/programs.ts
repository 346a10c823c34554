import path from 'node:path'
import type { Env } from '@paidup/config'
import { dataFolder } from '../root.ts'

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
  /** Creates what the catalogue lacks at Stripe, then ends. */
  stripeSetup: ProgramPlan
  web: ProgramPlan
  worker: ProgramPlan
}

/** The programs that make the product in this environment. In watch mode they take up changes of their sources. */
export function planProduct(env: Env, isWatching: boolean): ProductPlan {
  const node = (...args: string[]): [string, ...string[]] => [process.execPath, '--import', 'tsx', ...args]
  const restarting = (file: string): [string, ...string[]] =>
    isWatching
      ? [path.join('node_modules', '.bin', 'tsx'), 'watch', '--clear-screen=false', file]
      : node(file)
  return {
    ...(env.usesLocalStripe && {
      stripeLocal: {
        name: 'Local Stripe',
        command: restarting('packages/stripe-local/src/main.ts'),
        env: {
          STRIPE_LOCAL_PORT: String(env.STRIPE_LOCAL_PORT),
          STRIPE_LOCAL_WEBHOOK_URL: `http://127.0.0.1:${env.PORT}/webhooks/stripe`,
          STRIPE_LOCAL_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET[0] ?? '',
          STRIPE_LOCAL_DATA_DIR: path.join(dataFolder, 'stripe-local'),
        },
        readyUrl: `http://127.0.0.1:${env.STRIPE_LOCAL_PORT}/_local/health`,
      },
    }),
    stripeSetup: { name: 'stripe:setup', command: node('apps/cli/src/main.ts', 'stripe:setup'), env: {} },
    web: {
      name: 'web',
      command: node('apps/web/server.ts'),
      env: isWatching ? { WEB_DEV: '1' } : {},
      readyUrl: `http://127.0.0.1:${env.PORT}/readyz`,
    },
    worker: { name: 'worker', command: restarting('apps/worker/src/main.ts'), env: {} },
  }
}
