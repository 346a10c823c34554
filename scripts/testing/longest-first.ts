import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The last argument of a test or a hook, in milliseconds: `}, 180_000)`. */
const OWN_LIMIT = /\},\s*(\d[\d_]*),?\s*\)/g

/**
 * Runs what takes long first, so that no worker is left alone with it at the end. How long that is, a file tells by
 * the time that it asks for; measured times are not there in a fresh clone.
 */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weighed = files.map((file) => ({ file, ...weightOf(file.moduleId) }))
    weighed.sort((a, b) => b.limit - a.limit || b.size - a.size)
    return Promise.resolve(weighed.map(({ file }) => file))
  }
}

function weightOf(path: string): { limit: number; size: number } {
  const source = readFileSync(path, 'utf8')
  const limits = [...source.matchAll(OWN_LIMIT)].map(([, digits = '']) => Number(digits.replaceAll('_', '')))
  return { limit: Math.max(0, ...limits), size: source.length }
}
