import type { z } from 'zod'
import { invalidRequest, missingParam, type StripeError } from '../core/errors.ts'

const unset = (path: string) =>
  `You passed an empty string for '${path}'. We assume empty values are attempts to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`

const inBrackets = (path: readonly PropertyKey[]) =>
  path.map((key, index) => (index === 0 ? String(key) : `[${String(key)}]`)).join('')

/** The first fault zod found, worded and coded as Stripe does. */
export function paramError(error: z.ZodError): StripeError {
  const issue = deepest(error.issues[0] as z.core.$ZodIssue)
  const path = inBrackets(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => inBrackets([...issue.path, key]))
    const plural = names.length > 1 ? 's' : ''
    return invalidRequest(
      `Received unknown parameter${plural}: ${names.join(', ')}`,
      names[0],
      'parameter_unknown',
    )
  }
  if (issue.input === undefined) return missingParam(path)
  if (issue.code === 'custom') {
    const code = issue.params?.stripe as string | undefined
    return invalidRequest(issue.message === 'empty' ? unset(path) : issue.message, path, code)
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String)
    const last = values.pop() ?? ''
    return invalidRequest(
      `Invalid ${path}: must be one of ${values.length ? `${values.join(', ')}, or ${last}` : last}`,
      path,
    )
  }
  const wanted = issue.code === 'invalid_type' ? (shapes.get(issue.expected) ?? 'value') : 'value'
  return invalidRequest(`Invalid ${wanted}${typeof issue.input === 'string' ? `: ${issue.input}` : ''}`, path)
}

const shapes = new Map<string, string>([
  ['array', 'array'],
  ['object', 'object'],
  ['record', 'object'],
  ['string', 'string'],
])

/** Of a union's complaints, the last branch speaks (the structured one); paths are made absolute. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue
  const inner = issue.errors.at(-1)?.[0]
  return inner ? deepest({ ...inner, path: [...issue.path, ...inner.path] }) : issue
}
