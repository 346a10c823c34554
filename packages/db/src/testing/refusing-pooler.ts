import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'

/**
 * Refuses every connection as PgBouncer before 1.20 does one that has the startup parameter `options`.
 * @returns its connection string, and how to end it
 */
export async function openRefusingPooler(): Promise<{ url: string; close: () => void }> {
  const fields = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'
  const message = Buffer.alloc(5 + fields.length)
  message.write('E')
  message.writeInt32BE(4 + fields.length, 1)
  message.write(fields, 5)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(message))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `postgresql://anyone@127.0.0.1:${port}/paidup`, close: () => void server.close() }
}
