import { defineConfig } from 'vitest/config'

const ignored = ['**/node_modules/**', '**/build/**', '.data/**']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', ...ignored],
        },
      },
      {
        test: {
          name: 'db',
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
