import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { engineVersion } from './wasm.ts'

it('is built from the very engine that Prisma’s CLI asks for', () => {
  const prisma = createRequire(createRequire(import.meta.url).resolve('prisma/package.json'))
  const engines = createRequire(prisma.resolve('@prisma/engines/package.json'))
  const { enginesVersion } = engines('@prisma/engines-version') as { enginesVersion: string }
  expect(engineVersion()).toBe(enginesVersion)
})
