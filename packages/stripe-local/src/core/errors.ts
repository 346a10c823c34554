export type ErrorType =
  'invalid_request_error' | 'card_error' | 'api_error' | 'idempotency_error' | 'rate_limit_error'
export type ErrorBody = {
  type: ErrorType
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: unknown
  setup_intent?: unknown
  payment_method?: unknown
  doc_url?: string
  request_log_url?: string
}

/** An error the way the API words it; `status` is the HTTP status. */
export class StripeError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body.code
      ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
      : body
  }
}

const invalid = (status: number, message: string, code?: string, param?: string) =>
  new StripeError(status, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  })

export const invalidRequest = (message: string, param?: string, code?: string) =>
  invalid(400, message, code, param)
export const noSuch = (what: string, id: string, param = 'id') =>
  invalid(404, `No such ${what}: '${id}'`, 'resource_missing', param)
/** A reference inside the parameters is 400 where the id in the path is 404. */
export const noSuchReference = (what: string, id: string, param: string) =>
  invalid(400, `No such ${what}: '${id}'`, 'resource_missing', param)
export const missingParam = (param: string) =>
  invalid(400, `Missing required param: ${param}.`, 'parameter_missing', param)
export const unauthorized = (message: string) => invalid(401, message)
export const unknownRoute = (method: string, path: string) =>
  invalid(
    404,
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  )
