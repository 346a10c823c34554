import { handledTypes, setupCatalogue } from '@paidup/billing/operate'
import { parseEnv } from '@paidup/config'
import getPort from 'get-port'
import { planProduct } from '@paidup/scripts/product/programs.ts'
import { startRecorder, type Recorder } from '../record/recorder.ts'
import { KeptProgram } from './kept-program.ts'

const SECRET = 'whsec_of_the_drills'

/** The product as processes of its own, with a Stripe whose every word is recorded. */
export type Product = {
  url: string
  /** What Stripe signs its deliveries with. */
  secret: string
  recorder: Recorder
  web: KeptProgram
  worker: KeptProgram
  close(): Promise<void>
}

export type ProductOptions = {
  databaseUrl: string
  /** Of everything that Local Stripe draws. */
  seed: string
  /** How Local Stripe delivers, as `POST /_local/delivery` takes it; calmly unless given. */
  delivery?: object
  /** Where programs are found. */
  path: string
  signal: AbortSignal
}

/** Starts the built web app, a worker and a Local Stripe that delivers to them, and waits until all are ready. */
export async function openProduct(options: ProductOptions): Promise<Product> {
  const { databaseUrl, seed, delivery, path, signal } = options
  const port = await getPort({ host: '127.0.0.1' })
  const url = `http://127.0.0.1:${port}`
  const webhook = { url: `${url}/webhooks/stripe`, secret: SECRET, events: [...handledTypes] }
  const recorder = await startRecorder(seed, { webhook, ...(delivery && { delivery }) })
  const env = {
    PATH: path,
    NODE_ENV: 'test',
    PORT: String(port),
    APP_URL: url,
    DATABASE_URL: databaseUrl,
    STRIPE_LOCAL_PORT: String(recorder.local.port),
    STRIPE_WEBHOOK_SECRET: SECRET,
  }
  const plan = planProduct(parseEnv(env), { isWatching: false })
  const web = new KeptProgram({
    ...plan.web,
    env,
    isReady: async () => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })).ok,
    signal,
  })
  const isReady = (lines: string[]) => lines.some((line) => line.includes('worker ready'))
  const worker = new KeptProgram({ ...plan.worker, env, isReady, signal })
  const close = async () => {
    await Promise.all([web.stop(), worker.stop(), recorder.local.close()])
  }
  try {
    await Promise.all([web.start(), worker.start(), setupCatalogue(recorder.stripe)])
    return { url, secret: SECRET, recorder, web, worker, close }
  } catch (error) {
    await close()
    throw error
  }
}
