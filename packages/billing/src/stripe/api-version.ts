import { API_VERSION } from './client.ts'

/**
 * Whether payloads of an API version have a shape we know: dated, and not newer than the SDK's. A payload has
 * the version of its endpoint, which may be set to one that came after this code.
 * @param version as in `event.api_version`, `2026-10-28.endive` or, before 2024-09-30, `2020-08-27`
 */
export function isKnownApiVersion(version: string | null): boolean {
  return (
    version !== null && /^\d{4}-\d{2}-\d{2}(\.\w+)?$/.test(version) && dateOf(version) <= dateOf(API_VERSION)
  )
}

function dateOf(version: string): string {
  return version.slice(0, 10)
}
