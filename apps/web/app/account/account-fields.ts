import { z } from 'zod'

/** Characters of a password. Longer ones would only cost time to hash. */
export const PASSWORD = { shortest: 8, longest: 128 }

/** Of a person or an organization. PostgreSQL keeps no NUL, and nobody is called by a line feed. */
export const personName = z
  .string()
  .trim()
  .min(1, 'Enter your name.')
  .max(100, 'Enter a name of at most 100 characters.')
  .regex(/^\P{Cc}*$/u, 'Enter a name of letters, without control characters.')

/** Of no more characters than a mail server takes: RFC 5321, section 4.5.3.1.3. */
export const emailText = z.string().trim().max(254, 'Enter an e-mail address of at most 254 characters.')

export const email = emailText.pipe(z.email('Enter an e-mail address, like ada@example.com.'))

/** At login: any that can be right. */
export const password = z
  .string()
  .min(1, 'Enter your password.')
  .max(PASSWORD.longest, `A password has at most ${PASSWORD.longest} characters.`)

export const newPassword = z
  .string()
  .min(PASSWORD.shortest, `Choose a password of at least ${PASSWORD.shortest} characters.`)
  .max(PASSWORD.longest, `Choose a password of at most ${PASSWORD.longest} characters.`)
