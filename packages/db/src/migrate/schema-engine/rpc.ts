import { createInterface } from 'node:readline'
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { adapterFor } from './adapter.ts'
import { createEngine, panicMessage } from './wasm.ts'

interface Request {
  id: number
  method?: string
  params?: unknown
}

/** What the engine throws: a fault for a person to read, with Prisma's code if it has one. */
interface EngineError {
  message: string
  code?: string
  meta?: unknown
}

/** Answers the CLI's requests, one JSON a line, until stdin ends. */
export async function serve(datamodels: [string, string][], url: string): Promise<void> {
  let engine: Promise<SchemaEngine> | undefined
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as Request
    // Lines without a method are the CLI's receipts for what we had it print.
    if (request.method === undefined) continue
    try {
      if (url === '')
        throw new Error('This command needs a database: start the product, or set DATABASE_URL.')
      engine ??= createEngine(datamodels, adapterFor(url))
      send({ id: request.id, result: await answer(await engine, request) })
    } catch (error) {
      send({ id: request.id, error: rpcError(error) })
    }
  }
}

async function answer(engine: SchemaEngine, { method = '', params }: Request): Promise<unknown> {
  switch (method) {
    case 'getDatabaseVersion':
      return engine.version()
    case 'diff': {
      const { stdout, ...result } = await engine.diff(params as Parameters<SchemaEngine['diff']>[0])
      if (stdout !== null) send({ id: 0, method: 'print', params: { content: stdout } })
      return result
    }
    default:
      return (await callable(engine, method)(params)) ?? {}
  }
}

/** Every other method has the same name here as in the native engine. */
function callable(engine: SchemaEngine, method: string): (params: unknown) => Promise<unknown> {
  const methods = engine as unknown as Record<string, unknown>
  const found = methods[method]
  if (typeof found !== 'function') throw new Error(`The schema engine has no method ${method}`)
  return found.bind(engine) as (params: unknown) => Promise<unknown>
}

function rpcError(error: unknown): unknown {
  const { message, code, meta } = error as EngineError
  const panic = panicMessage(error)
  return {
    code: 4466,
    message: 'An error happened. Check the data field for details.',
    data: {
      is_panic: panic !== undefined,
      message: panic ?? message,
      meta: meta ?? null,
      backtrace: null,
      error_code: code ?? null,
    },
  }
}

function send(message: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}
