import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './e2e/chromium.ts'

const root = path.join(import.meta.dirname, '../..')
const port = process.env['E2E_PORT'] ?? '3100'
const stripeLocalPort = process.env['E2E_STRIPE_LOCAL_PORT'] ?? '12112'

export default defineConfig({
  testDir: 'e2e',
  outputDir: path.join(root, '.data/reports/e2e'),
  // One after the other: they share one product, and some of them break it for a while.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  // A machine that is busy with other tests may take its time for a page.
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: path.join(root, '.data/reports/e2e.json') }]],
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: await findChromium(process.env, path.join(root, '.data/chromium')),
    screenshot: 'only-on-failure',
    // Without its film, which takes an eighth of the time of all and shows what the snapshots do.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
  projects: [
    { name: 'browser', testIgnore: '**/*.slow.spec.ts' },
    // The same behaviour in real time, where `browser` moves the clock of the page.
    { name: 'slow', testMatch: '**/*.slow.spec.ts' },
  ],
  webServer: {
    command: 'node --import tsx scripts/testing/serve-for-browser.ts',
    cwd: root,
    url: `http://127.0.0.1:${port}/readyz`,
    env: { PORT: port, STRIPE_LOCAL_PORT: stripeLocalPort },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
