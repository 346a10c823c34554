import { Writable } from 'node:stream'
import { loggerOptions } from '@paidup/config'
import pino from 'pino'
import { expect, it } from 'vitest'

it('keeps secrets, cookies and card data out of the log, at every depth they come in', () => {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  const log = pino(loggerOptions({ LOG_LEVEL: 'info' }, 'web'), sink)
  const secrets = {
    authorization: 'hush-1',
    cookie: 'hush-2',
    'stripe-signature': 'hush-3',
    password: 'hush-4',
  }
  log.info({ ...secrets, req: { headers: secrets } }, 'a request')
  log.error({ err: { raw: { card: { number: 'hush-5' }, client_secret: 'hush-6' } } }, 'a fault')
  expect(lines).toHaveLength(2)
  expect(lines.join()).toContain('[redacted]')
  expect(lines.join()).not.toContain('hush')
})
