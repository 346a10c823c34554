import type { z } from 'zod'
import type { World } from '../core/world.ts'

type Method = 'GET' | 'POST' | 'DELETE'
export type Call<P> = { world: World; params: P; path: (name?: string) => string; url: string }
export type Route = {
  method: Method
  path: string
  schema: z.ZodType
  run: (call: Call<unknown>) => object
}

/** One endpoint: `path` uses `:id` for parts of the URL, `run` returns the object to render. */
export function route<S extends z.ZodType>(
  method: Method,
  path: string,
  schema: S,
  run: (call: Call<z.infer<S>>) => object,
): Route {
  return { method, path, schema, run: run as Route['run'] }
}
