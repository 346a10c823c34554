import { plainRequest, type RawAnswer } from '../stage/raw-http.ts'
import { besiege, type Site, type Try } from '../stage/siege.ts'
import type { Drill } from './drill.ts'

/** Where nobody must be led. */
const ELSEWHERE = 'evil.example'

/** What a browser takes for the begin of another site, or might, and what only looks like a path of this one. */
const LEAVING = [
  ...[
    'https://',
    'HTTPS://',
    'https:',
    'https:/',
    'http:///',
    '//',
    '///',
    '////',
    '\\\\',
    '/\\',
    '\\/',
    '/\\/',
  ],
  ...[
    '/\t/',
    '/\n/',
    '/\r/',
    '/..//',
    '/.//',
    '/%2e%2e//',
    '/a/..//',
    '/a/../..//',
    '/%2E//',
    ' //',
    '\u0000//',
  ],
  ...['//localhost@', '//localhost:80@', '//user:password@', '/@', '/%2f%2f', '/%5c', '/\u2028/', '//\u00ad'],
].map((before) => `${before}${ELSEWHERE}/`)
const STRANGE = ['javascript:alert(1)', 'data:text/html,x', 'http://[', '//[::1]:9/', '//evil。example/', '']

/** The pages that lead on, and the requests that Remix makes of them by itself. */
const PAGES = ['/login', '/signup', '/login.data']

/**
 * Links to the login page that anybody may have written, whose `redirectTo` wants to lead to another site. Proves that
 * whoever follows one stays here, by what a browser makes of the answer.
 */
export const redirects: Drill = {
  name: 'redirects',
  run: async ({ newDatabase, ...context }) => {
    const databaseUrl = await newDatabase()
    const { tries, differences } = await besiege({ ...context, databaseUrl }, triesFor)
    return { events: tries, faults: 'redirectTo, signed in', differences }
  },
}

function triesFor({ url, cookie }: Site): Try[] {
  return PAGES.flatMap((page) =>
    [...LEAVING, ...STRANGE].map((target) => ({
      name: `${page}?redirectTo=${JSON.stringify(target)}`,
      bytes: plainRequest(url, 'GET', `${page}?${new URLSearchParams({ redirectTo: target }).toString()}`, {
        headers: [`Cookie: ${cookie}`],
      }),
      faultOf: (answer: RawAnswer) => faultOf(answer, url),
    })),
  )
}

function faultOf({ statuses, text }: RawAnswer, url: string): string | undefined {
  const location = /^location: (.*)\r$/im.exec(text)?.[1]
  // Remix tells its own requests in the body where to go.
  const told = location ?? /"SingleFetchRedirect"[\s\S]*?"redirect","([^"]*)"/.exec(text)?.[1]
  if (told === undefined) return `led nowhere, with ${statuses.join()}`
  if (!URL.canParse(told, url)) return `led to ${told}`
  return new URL(told, url).origin === url ? undefined : `led to ${told}`
}
