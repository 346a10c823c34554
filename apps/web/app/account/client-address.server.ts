/**
 * The header in which a request carries the one address of its client, computed where it comes in from the socket and
 * the configured proxies. Whatever a client itself sends under this name is overwritten there; no other header says
 * where a request is from.
 */
export const CLIENT_ADDRESS = 'x-paidup-client-address'
