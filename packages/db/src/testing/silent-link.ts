import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type SilentLink = {
  /** The connection string of the database, by way of the link. */
  url: string
  /** From now on nothing passes over the connections there are, and none of them ends. New ones are carried. */
  goSilent(): void
  close(): void
}

/** A link to a database that can go silent, as when a firewall forgets a connection or the machine behind it is gone. */
export async function openSilentLink(databaseUrl: string): Promise<SilentLink> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => other.write(chunk))
      socket.on('close', () => {
        sockets.delete(socket)
        // The end of a connection that is silent does not get through either.
        if (socket.listenerCount('data') > 0) other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    goSilent: () => {
      for (const socket of sockets) socket.removeAllListeners('data')
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
