/** The same server and credentials, another database. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${encodeURIComponent(name)}`
  return changed.href
}

/** The database a connection string names. */
export function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}
