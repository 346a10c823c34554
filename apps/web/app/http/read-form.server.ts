import { throwClientFault } from './client-fault.server.ts'

const TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * The fields of a form that was sent.
 * @throws the page that says so, when the body is no form (415), or one that cannot be read (400)
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!TYPES.includes(type)) {
    throwClientFault(415, 'This is not a form', 'Send the fields of the form that is on this page.')
  }
  try {
    return await request.formData()
  } catch {
    // The body has been read by now, so that nothing but its form can be at fault.
    throwClientFault(400, 'This form cannot be read', 'It arrived incomplete. Please send it again.')
  }
}
