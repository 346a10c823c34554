import { describe, expect, it } from 'vitest'
import { parseEnv } from './env.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://app:pw@db.internal/paidup',
  APP_URL: 'https://shop.example/',
  STRIPE_SECRET_KEY: 'sk_live_real',
  STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old',
  AUTH_SECRET: 'x'.repeat(32),
}

describe('parseEnv', () => {
  it('works on one machine without a single variable', () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      APP_URL: 'http://localhost:3000',
      STRIPE_API_BASE: 'http://127.0.0.1:12111',
      STRIPE_WEBHOOK_SECRET: ['whsec_local'],
      livemode: false,
      usesLocalStripe: true,
    })
  })

  it('follows the ports', () => {
    const env = parseEnv({ PORT: '4000', STRIPE_LOCAL_PORT: '4001' })
    expect(env).toMatchObject({ APP_URL: 'http://localhost:4000', STRIPE_API_BASE: 'http://127.0.0.1:4001' })
  })

  it('lists every fault at once, by name and without the value', () => {
    const faulty = () =>
      parseEnv({
        PORT: 'abc',
        WORKER_PORT: '0',
        APP_URL: 'nowhere',
        STRIPE_SECRET_KEY: 'pk_live_hush',
        LOG_LEVEL: 'loud',
      })
    expect(faulty).toThrow(/5 fault\(s\)/)
    for (const name of ['PORT', 'WORKER_PORT', 'APP_URL', 'STRIPE_SECRET_KEY', 'LOG_LEVEL'])
      expect(faulty).toThrow(new RegExp(`^  ${name}: `, 'm'))
    expect(faulty).not.toThrow(/hush/)
  })

  it('takes the fast path only when told to', () => {
    const isOn = (flag?: string) => parseEnv({ CHECKOUT_FAST_PATH: flag }).CHECKOUT_FAST_PATH
    expect([isOn(), isOn('0'), isOn('1')]).toEqual([false, false, true])
    expect(() => isOn('yes')).toThrow(/CHECKOUT_FAST_PATH: must be 1/)
  })

  it('trusts no proxy but those that are named, by address or range', () => {
    const proxies = (list?: string) => parseEnv({ TRUSTED_PROXIES: list }).TRUSTED_PROXIES
    expect(proxies()).toEqual([])
    const given = ['10.0.0.0/8', '127.0.0.1', '2001:db8::/32', '::1', '::ffff:192.0.2.1']
    expect(proxies(given.join(' , '))).toEqual(given)
    for (const wrong of [
      '1',
      'true',
      'loopback',
      '10.0.0.0/33',
      '10.0.0/8',
      '10.0.0.1,',
      'proxy.internal',
      '*',
    ])
      expect(() => proxies(wrong)).toThrow(/TRUSTED_PROXIES: must be addresses or CIDR ranges/)
    for (const everybody of ['0.0.0.0/0', '::/0', '10.0.0.1, 0.0.0.0/0'])
      expect(() => proxies(everybody)).toThrow(/TRUSTED_PROXIES: must not be all addresses/)
  })

  it('takes an empty variable as unset', () => {
    expect(parseEnv({ STRIPE_API_BASE: '', PORT: '' }).PORT).toBe(3000)
  })

  it('refuses every local default in production, and all of them at once', () => {
    const bare = () => parseEnv({ NODE_ENV: 'production' })
    for (const name of [
      'DATABASE_URL',
      'APP_URL',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'AUTH_SECRET',
    ]) {
      expect(bare).toThrow(new RegExp(`^  ${name}: must be set`, 'm'))
    }
    expect(parseEnv(production)).toMatchObject({
      livemode: true,
      usesLocalStripe: false,
      APP_URL: 'https://shop.example',
      STRIPE_WEBHOOK_SECRET: ['whsec_new', 'whsec_old'],
    })
    expect(parseEnv(production).STRIPE_API_BASE).toBeUndefined()
  })

  it.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))(
    'refuses the local default of %s in production',
    (name) => {
      expect(() => parseEnv({ ...production, [name]: undefined })).toThrow(new RegExp(name))
    },
  )

  it('refuses one port for two programs', () => {
    expect(() => parseEnv({ PORT: '4000', STRIPE_LOCAL_PORT: '4000' })).toThrow(
      /STRIPE_LOCAL_PORT: must differ/,
    )
    expect(() => parseEnv({ WORKER_PORT: '3000' })).toThrow(/WORKER_PORT: must differ/)
    expect(parseEnv({ ...production, PORT: '8080', WORKER_PORT: '8080' }).WORKER_PORT).toBe(8080)
  })

  it('refuses a known AUTH_SECRET beside a live key, unless that goes to a Stripe of one’s own', () => {
    const live = { STRIPE_SECRET_KEY: 'sk_live_real', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
    expect(() => parseEnv(live)).toThrow(/AUTH_SECRET: must be set beside a live key/)
    expect(parseEnv({ ...live, STRIPE_API_BASE: 'http://127.0.0.1:12111' }).livemode).toBe(true)
  })

  it('wants the endpoint’s own secret beside a real key', () => {
    expect(() => parseEnv({ STRIPE_SECRET_KEY: 'sk_test_real' })).toThrow(
      /STRIPE_WEBHOOK_SECRET: must be the secret of your endpoint/,
    )
    expect(
      parseEnv({ STRIPE_SECRET_KEY: 'sk_test_real', STRIPE_WEBHOOK_SECRET: 'whsec_x' }).usesLocalStripe,
    ).toBe(false)
  })
})
