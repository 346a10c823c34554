import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/testing/longest-first.ts'

/**
 * Test files share the modules of a worker: to load Stripe's and Prisma's anew for each file was half of the CPU time.
 * So no module of ours keeps state that one test could leave to another.
 */
const isolate = false

const ignored = ['**/node_modules/**', '**/build/**', '.data/**']

export default defineConfig({
  test: {
    // Two even on two cores: many tests wait for a process, a lock or a time limit.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          isolate,
          include: ['{apps,packages,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', ...ignored],
          // Some start a program, which takes its time on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'db',
          isolate,
          include: ['{apps,packages,scripts}/**/*.db.test.ts'],
          exclude: ignored,
          globalSetup: 'scripts/testing/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
