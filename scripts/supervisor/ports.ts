import { createServer } from 'node:net'

/** A port the product wants, and the variable that changes it. */
export interface WantedPort {
  port: number
  variable: string
}

/** @throws Error with one line for each port that is taken */
export async function requireFreePorts(wanted: WantedPort[]): Promise<void> {
  const busy: string[] = []
  for (const { port, variable } of wanted) {
    if (await isFree(port)) continue
    busy.push(`Port ${port} is in use: stop what listens there, or set ${variable} to another port.`)
  }
  if (busy.length > 0) throw new Error(busy.join('\n'))
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(new Error(`Port ${port} cannot be listened on: ${error.message}`))
    })
    // Without a host, which also finds what listens on a single address.
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
