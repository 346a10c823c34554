import { isIP } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { CLIENT_ADDRESS } from '../app/account/client-address.server.ts'

/**
 * Hands on the client's address. Express has it from the socket or, where that is one of the `trust proxy`, from the
 * last hop of X-Forwarded-For that no such proxy is.
 */
export const clientAddress: RequestHandler = (request, _response, next) => {
  request.headers[CLIENT_ADDRESS] = addressOf(request)
  next()
}

/** A hop that is no address (`unknown`, say) tells nothing: then it is the proxy that counts. */
function addressOf({ ip = '', socket }: Request): string | undefined {
  const told = withoutPort(ip)
  return isIP(told) ? told : socket.remoteAddress && withoutZone(socket.remoteAddress)
}

/** Some proxies write the client's port, too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const [, v6, v4] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(hop) ?? []
  return withoutZone(v6 ?? v4 ?? hop)
}

/** Node adds the interface to link-local addresses: `fe80::1%eth0`. */
function withoutZone(address: string): string {
  return address.replace(/%.*$/, '')
}
