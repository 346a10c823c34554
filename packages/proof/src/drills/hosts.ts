import { requestBytes, type RawAnswer } from '../stage/raw-http.ts'
import { besiege, type Site, type Try } from '../stage/siege.ts'
import type { Drill } from './drill.ts'

/** What must not come back: whoever keeps answers, or mails links from them, would spread it. */
const FOREIGN = 'evil.example'

/** Headers by which a proxy, or who plays one, says which host was asked; the first line may name one, too. */
const POISONS: Record<string, (host: string) => { headers: string[]; base?: string }> = {
  'a foreign Host': () => ({ headers: [`Host: ${FOREIGN}`] }),
  'a foreign Host with a port': () => ({ headers: [`Host: ${FOREIGN}:80`] }),
  'a Host with a user before it': (host) => ({ headers: [`Host: ${host}@${FOREIGN}`] }),
  'a Host with a path behind it': (host) => ({ headers: [`Host: ${FOREIGN}/?${host}`] }),
  'two hosts in one header': (host) => ({ headers: [`Host: ${host}, ${FOREIGN}`] }),
  'two Host headers': (host) => ({ headers: [`Host: ${host}`, `Host: ${FOREIGN}`] }),
  'a Host that is none': () => ({ headers: ['Host: [::1'] }),
  'an empty Host': () => ({ headers: ['Host:'] }),
  'no Host': () => ({ headers: [] }),
  'a Host with spaces': () => ({ headers: [`Host: a b ${FOREIGN}`] }),
  'X-Forwarded-Host': (host) => ({ headers: [`Host: ${host}`, `X-Forwarded-Host: ${FOREIGN}`] }),
  'X-Forwarded-Host and -Proto': (host) => ({
    headers: [
      `Host: ${host}`,
      `X-Forwarded-Host: ${FOREIGN}`,
      'X-Forwarded-Proto: https',
      'X-Forwarded-Port: 1',
    ],
  }),
  Forwarded: (host) => ({ headers: [`Host: ${host}`, `Forwarded: host=${FOREIGN};proto=https`] }),
  'X-Host and X-HTTP-Host-Override': (host) => ({
    headers: [`Host: ${host}`, `X-Host: ${FOREIGN}`, `X-HTTP-Host-Override: ${FOREIGN}`],
  }),
  'X-Original-URL': (host) => ({ headers: [`Host: ${host}`, `X-Original-URL: http://${FOREIGN}/`] }),
  'an absolute target': (host) => ({ headers: [`Host: ${host}`], base: `http://${FOREIGN}` }),
}

/** A page, one that leads on to another, and one that answers a program. */
const TARGETS = ['/', '/billing', '/api/auth/get-session']

/**
 * Requests that name a host which is not this site's. Proves that no answer builds a link, a cookie or a redirect from
 * it, and that a host which is none is the sender's fault and not ours.
 */
export const hosts: Drill = {
  name: 'poisoned hosts',
  run: async ({ newDatabase, ...context }) => {
    const { tries, differences } = await besiege({ ...context, databaseUrl: await newDatabase() }, triesFor)
    return { events: tries, faults: 'Host and its likes', differences }
  },
}

function triesFor({ url }: Site): Try[] {
  return TARGETS.flatMap((target) =>
    Object.entries(POISONS).map(([name, poison]) => {
      const { headers, base = '' } = poison(new URL(url).host)
      const line = `GET ${base}${target} HTTP/1.1`
      return {
        name: `${target}, ${name}`,
        bytes: requestBytes(line, [...headers, 'Connection: close']),
        faultOf,
      }
    }),
  )
}

function faultOf({ text }: RawAnswer): string | undefined {
  const at = text.indexOf(FOREIGN)
  return at < 0 ? undefined : `the answer repeats the host: …${text.slice(Math.max(0, at - 60), at + 40)}…`
}
