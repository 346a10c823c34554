export { EMBEDDED_DATABASE_URL, parseEnv, type Env } from './env.ts'
export { loggerOptions } from './logging.ts'
