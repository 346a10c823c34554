import path from 'node:path'

/** The checkout. */
export const root = path.dirname(import.meta.dirname)

/** Where everything lies that the programs keep: databases, Local Stripe's state, reports. Ignored by Git. */
export const dataFolder = path.join(root, '.data')
