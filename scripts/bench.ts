import path from 'node:path'
import { parseArgs } from 'node:util'
import { benchBurst } from './bench/sections/burst.ts'
import { benchLedger } from './bench/sections/ledger.ts'
import { benchLocalStripe } from './bench/sections/local-stripe.ts'
import { benchOverload } from './bench/sections/overload.ts'
import { benchReads } from './bench/sections/reads.ts'
import { benchShoppers } from './bench/sections/shoppers.ts'
import { benchThroughput } from './bench/sections/throughput.ts'
import { openStage, type Stage } from './bench/stage/stage.ts'
import { POOL_SIZE } from './bench/stage/web.ts'
import { loadReport, printReport, saveReport, type Report, type Row } from './bench/table.ts'
import { dataFolder } from './root.ts'
import { explain } from './supervisor/command.ts'
import { step } from './supervisor/steps.ts'
import { stopSignal } from './supervisor/stop-signal.ts'
import { turbo } from './supervisor/turbo.ts'

// Figures of this machine. Only what was measured in one run can be compared, so every section has its yardstick.
// Nothing passes or fails by them.

const sections: Record<string, (stage: Stage) => Promise<Row[]>> = {
  core: benchThroughput,
  burst: benchBurst,
  overload: benchOverload,
  ledger: benchLedger,
  reads: benchReads,
  shoppers: benchShoppers,
  'local-stripe': benchLocalStripe,
}

const signal = stopSignal()
try {
  await main()
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : explain(error))
  process.exitCode = 1
}
process.exit()

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, compare: { type: 'string' } },
  })
  const unknown = positionals.filter((name) => !(name in sections))
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. The sections are ${Object.keys(sections).join(', ')}.`)
  const earlier = values.compare === undefined ? undefined : loadReport(values.compare)
  await step('Build', () => turbo(signal, 'build'))
  const stage = await step('PostgreSQL', () => openStage(values.quick))
  const report: Report = { at: new Date().toISOString(), isQuick: values.quick, sections: {} }
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Stopped')))
  })
  try {
    for (const [name, bench] of Object.entries(sections)) {
      if (positionals.length > 0 && !positionals.includes(name)) continue
      try {
        report.sections[name] = await step(name, () => Promise.race([bench(stage), stopped]))
      } catch (error) {
        signal.throwIfAborted()
        // The others are worth knowing all the same.
        console.error(`${name} could not be measured: ${explain(error)}`)
        process.exitCode = 1
      }
      await stage.clear()
    }
  } finally {
    await stage.close()
  }
  printReport(report, earlier)
  const file = path.join(dataFolder, 'bench.json')
  saveReport(report, file)
  console.log(
    `\nMedians of rounds by turns, of one run; everybody has ${POOL_SIZE} connections to PostgreSQL. Also in ${file}`,
  )
}
