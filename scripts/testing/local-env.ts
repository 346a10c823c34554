/** Blanks what could turn a product under test to the real Stripe, or away from its own address. */
export const localEnv = {
  NODE_ENV: '',
  APP_URL: '',
  AUTH_SECRET: '',
  STRIPE_API_BASE: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
} as const
