import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import type { Frontend } from './create-app.ts'

/** What `remix vite:build` wrote. @throws Error when it was not run. */
export async function builtFrontend(): Promise<Frontend> {
  const directory = fileURLToPath(new URL('../build', import.meta.url))
  const entry = `${directory}/server/index.js`
  if (!existsSync(entry)) throw new Error('The web app is not built: run its build script first.')
  const build = (await import(pathToFileURL(entry).href)) as ServerBuild
  return { mode: 'production', build, clientFiles: `${directory}/client` }
}

/** Vite in the same process, on the same port: an edit shows without a restart. */
export async function viteFrontend(server: Server): Promise<Frontend & { close: () => Promise<void> }> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: fileURLToPath(new URL('..', import.meta.url)),
    server: { middlewareMode: true, hmr: { server } },
  })
  return {
    mode: 'development',
    build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
    middleware: vite.middlewares,
    close: () => vite.close(),
  }
}
