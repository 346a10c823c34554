/** Whether the process runs. Asks nothing else, so that a database away does not restart the web app. */
export function loader(): Response {
  return Response.json({ status: 'ok' })
}
