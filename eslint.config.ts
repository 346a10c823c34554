import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

const queryRaw = {
  selector: 'MemberExpression[property.name=/^\\$(query|execute)Raw/]',
  message: 'Raw SQL lives in packages/billing/src/sql, one statement a file.',
}
const processEnv = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message:
    'Packages are handed what they need; only the entry points of apps and scripts read the environment.',
}

export default defineConfig(
  { ignores: ['**/build/', '**/.turbo/', '.data/', 'packages/db/src/generated/'] },
  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  reactHooks.configs.flat.recommended,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', queryRaw],
    },
  },
  {
    files: ['packages/*/src/**'],
    rules: { 'no-restricted-syntax': ['error', queryRaw, processEnv] },
  },
  {
    // The one room for raw SQL, and the readiness check.
    files: ['packages/billing/src/sql/**', 'packages/db/src/readiness.ts'],
    rules: { 'no-restricted-syntax': ['error', processEnv] },
  },
  {
    files: ['**/*.test.ts', '**/testing/**', '**/e2e/**'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // Programs a person runs from a terminal speak to it.
    files: ['scripts/**', 'apps/cli/**', 'packages/stripe-local/src/main.ts'],
    rules: { 'no-console': 'off' },
  },
)
