import type { AppLoadContext } from '@remix-run/node'
import { APIError } from 'better-auth'
import { z } from 'zod'
import { email, newPassword, password, personName } from './account-fields.ts'
import { TOO_MANY_TRIES } from './password-guard.server.ts'

/** What is wrong with a form: by field, and as a whole. Never holds what was typed as a password. */
export type Faults = { fields: Partial<Record<'name' | 'email' | 'password', string>>; form?: string }

/** The cookies of a new session, or what is wrong; after too many tries with the seconds to wait for the next. */
export type Outcome = { cookies: Headers } | { faults: Faults; retryAfter?: string }

const loginForm = z.object({ email, password })
const signupForm = z.object({ name: personName, email, password: newPassword })

/** Signs in with the fields `email` and `password`. */
export function login(
  request: Request,
  form: FormData,
  { auth }: Pick<AppLoadContext, 'auth'>,
): Promise<Outcome> {
  return attempt(loginForm, form, (body) =>
    auth.api.signInEmail({ body, headers: request.headers, returnHeaders: true }),
  )
}

/** Signs up with the fields `name`, `email` and `password`; the new user is signed in. */
export function signup(
  request: Request,
  form: FormData,
  { auth }: Pick<AppLoadContext, 'auth'>,
): Promise<Outcome> {
  return attempt(signupForm, form, (body) =>
    auth.api.signUpEmail({ body, headers: request.headers, returnHeaders: true }),
  )
}

async function attempt<T>(
  schema: z.ZodType<T>,
  form: FormData,
  open: (body: T) => Promise<{ headers: Headers }>,
): Promise<Outcome> {
  const fields = schema.safeParse(Object.fromEntries(form))
  if (!fields.success) return { faults: { fields: firstByField(fields.error) } }
  try {
    return { cookies: (await open(fields.data)).headers }
  } catch (error) {
    const outcome = error instanceof APIError ? refused(error) : undefined
    if (!outcome) throw error
    return outcome
  }
}

function refused({ body, headers }: APIError): Outcome | undefined {
  if (body?.code === TOO_MANY_TRIES) {
    const retryAfter = new Headers(headers).get('Retry-After') ?? undefined
    return { faults: { fields: {}, form: body.message }, retryAfter }
  }
  const faults = FAULTS[body?.code ?? '']
  return faults && { faults }
}

function firstByField(error: z.ZodError): Faults['fields'] {
  const fields: Faults['fields'] = {}
  for (const { path, message } of error.issues) {
    const [field] = path
    if (field === 'name' || field === 'email' || field === 'password') fields[field] ??= message
  }
  return fields
}

/** better-auth's codes, in words. Anything else is a fault of ours and goes to the error page. */
const FAULTS: Record<string, Faults> = {
  INVALID_EMAIL_OR_PASSWORD: { fields: {}, form: 'That e-mail address and password do not match.' },
  // Another sign-up with this address, at the same moment, was faster; or it is our fault, and logged.
  FAILED_TO_CREATE_USER: {
    fields: {},
    form: 'The account was not created. Please try again, or log in if you have just signed up.',
  },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: {
    fields: {
      email: 'There is an account with this e-mail address already. Log in instead, or use another address.',
    },
  },
}
