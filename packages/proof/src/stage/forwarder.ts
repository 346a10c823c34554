import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Forwarder = {
  port: number
  /** New connections lead to this port of loopback from now on; those that there are, end. */
  leadTo(port: number): void
  close(): void
}

/** An address that stays where it is while what stands behind it changes, as a failover moves it. */
export async function openForwarder(port: number): Promise<Forwarder> {
  let target = port
  const sockets = new Set<Socket>()
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (next) => {
      target = next
      endAll()
    },
    close: () => {
      server.close()
      endAll()
    },
  }
}
