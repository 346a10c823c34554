import path from 'node:path'
import { EMBEDDED_DATABASE_URL } from '@paidup/config'
import { dataFolder } from '../root.ts'
import { readPidFile } from './pid-file.ts'

/** Where `start` keeps its PostgreSQL. */
export const embeddedFolder = path.join(dataFolder, 'postgres')

/** The product's database on the embedded PostgreSQL of this checkout, `undefined` while that does not run. */
export function embeddedDatabaseUrl(): string | undefined {
  const noted = readPidFile(path.join(embeddedFolder, 'data'))
  if (!noted) return undefined
  // Its port is another one when the usual one was taken, perhaps by another checkout's.
  const url = new URL(EMBEDDED_DATABASE_URL)
  url.port = String(noted.port)
  return url.href
}
