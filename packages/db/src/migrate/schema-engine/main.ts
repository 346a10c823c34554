import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runDatabaseCommand } from './database-command.ts'
import { serve } from './rpc.ts'
import { engineVersion } from './wasm.ts'

// Prisma's schema engine is a native program that its CLI downloads. This is the same engine as WebAssembly, from
// the npm registry, behind the native program's command line and JSON-RPC.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    version: { type: 'boolean' },
    datasource: { type: 'string' },
    datamodels: { type: 'string', multiple: true },
    'enabled-preview-features': { type: 'string' },
    'extension-types': { type: 'string' },
  },
})

if (values.version) {
  console.log(`schema-engine-cli ${engineVersion()}`)
} else {
  const { url = '' } = JSON.parse(values.datasource ?? '{}') as { url?: string }
  const [mode, command] = positionals
  if (mode === 'cli') {
    process.exitCode = await runDatabaseCommand(command ?? '', url)
  } else {
    const datamodels = (values.datamodels ?? []).map((file): [string, string] => [
      file,
      readFileSync(file, 'utf8'),
    ])
    await serve(datamodels, url)
  }
}
