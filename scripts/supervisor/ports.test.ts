import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { requireFreePorts } from './ports.ts'

it.each(['127.0.0.1', '0.0.0.0'])(
  'names a port that is taken on %s and the variable that changes it',
  async (host) => {
    const taken = createServer().listen(0, host)
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    await expect(requireFreePorts([{ port, variable: 'PORT' }])).rejects.toThrow(
      new RegExp(`^Port ${port} is in use: .* set PORT to another port.$`),
    )
    taken.close()
    await once(taken, 'close')
    await expect(requireFreePorts([{ port, variable: 'PORT' }])).resolves.toBeUndefined()
  },
)
