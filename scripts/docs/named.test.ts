import { expect, it } from 'vitest'
import { namedIn } from './named.ts'

it('finds the links, paths, file names and commands of a page, and nothing else', () => {
  const page = [
    'See [the table](src/handlers.ts#top), [Stripe](https://stripe.com), [here](#below).',
    '`packages/billing/src/sql/<verb>.ts`, `apps/web`, `application/json`, `GET /healthz`, `env.ts`, `node:fs`',
    'Run `pnpm paidup stripe:setup`; pnpm itself is a word.',
    '```sh\nnpx -y pnpm@10.34.8 start     # everything\nnpx -y pnpm@10.34.8 test\n```',
  ].join('\n')
  expect(namedIn(page, ['packages', 'apps'])).toEqual({
    links: ['src/handlers.ts'],
    paths: ['packages/billing/src/sql', 'apps/web'],
    fileNames: ['env.ts'],
    commands: [['paidup', 'stripe:setup'], ['start'], ['test']],
  })
})
