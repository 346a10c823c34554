import { stopSignal } from './supervisor/stop-signal.ts'
import { isPart, runParts, type Part } from './testing/run.ts'

const allParts: Part[] = ['check', 'unit', 'db', 'e2e']
const words = process.argv.slice(2)
const wanted = words.filter((word) => word !== '--all')
const isThorough = words.includes('--all')
const unknown = wanted.filter((part) => !isPart(part))
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(', ')}. The parts are ${allParts.join(', ')}; without any, all are run. ` +
      '--all adds the tests that show in real time what others show with a clock in their hands.',
  )
  process.exit(2)
}

const signal = stopSignal()
try {
  const { passed, failed, isGreen } = await runParts(wanted.length > 0 ? wanted.filter(isPart) : allParts, {
    isThorough,
    signal,
  })
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(isGreen ? 0 : 1)
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : error)
  process.exit(1)
}
