export { createDatabase, inTransaction, type Db, type Tx } from './database.ts'
export { Prisma } from './generated/client.ts'
export { readinessFaults } from './readiness.ts'
