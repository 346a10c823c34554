// The types of WebAssembly come with those of the browser.
/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'

let ready = false
const panic = {
  message: '',
  set_message(text: string) {
    panic.message = text
  },
}

/**
 * Node 20 imports WebAssembly modules only behind a flag, and the package's main entry needs that. Its bindings
 * can be given an instance by hand instead.
 */
function load(): void {
  if (ready) return
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const module = new WebAssembly.Module(readFileSync(path.join(path.dirname(entry), 'schema_engine_bg.wasm')))
  const imports = { './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports }
  const instance = new WebAssembly.Instance(module, imports)
  // Where the engine leaves its message when it panics.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panic })
  bindings.__wbg_set_wasm(instance.exports)
  const { __wbindgen_start: start } = instance.exports
  if (typeof start === 'function') (start as () => void)()
  ready = true
}

/** The commit of prisma-engines that the engine was built from. */
export function engineVersion(): string {
  load()
  return bindings.version()
}

/**
 * @param datamodels pairs of path and text of the schema files Prisma was started with
 * @param adapter how the engine reaches the database; it connects at once
 */
export function createEngine(
  datamodels: [string, string][],
  adapter: SqlMigrationAwareDriverAdapterFactory,
): Promise<bindings.SchemaEngine> {
  load()
  const ignoreLog = (): void => undefined
  const options = { datamodels: datamodels.length > 0 ? datamodels : undefined }
  return bindings.SchemaEngine.new(options, ignoreLog, bindMigrationAwareSqlAdapterFactory(adapter))
}

/** What the engine said when it panicked, if `error` is a panic. */
export function panicMessage(error: unknown): string | undefined {
  return error instanceof WebAssembly.RuntimeError ? panic.message : undefined
}
