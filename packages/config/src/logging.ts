import type { Env } from './env.ts'

/** What never reaches a log, wherever it sits in a logged object. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'stripe-signature',
  'password',
  'secret',
  'token',
  'apiKey',
  'card',
  'client_secret',
]

/**
 * Options for pino: JSON lines with ISO times, secrets, cookies and card data redacted.
 * @param service names the process in every line: `web`, `worker`, …
 */
export function loggerOptions(env: Pick<Env, 'LOG_LEVEL'>, service: string) {
  const depths = ['', '*.', '*.*.', '*.*.*.']
  return {
    level: env.LOG_LEVEL,
    base: { service },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => depths.map((depth) => redactPath(depth, field))),
      censor: '[redacted]',
    },
  }
}

function redactPath(depth: string, field: string): string {
  return field.includes('-') ? `${depth.replace(/\.$/, '')}["${field}"]` : `${depth}${field}`
}
