import { expect, it } from 'vitest'
import { loggerOptions } from './logging.ts'

it('names the service and redacts secrets at several depths', () => {
  const options = loggerOptions({ LOG_LEVEL: 'info' }, 'web')
  expect(options.base).toEqual({ service: 'web' })
  expect(options.redact.paths).toEqual(
    expect.arrayContaining(['authorization', '*.password', '*.*["stripe-signature"]']),
  )
})
