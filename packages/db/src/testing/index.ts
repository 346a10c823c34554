export { emptyTables } from './empty-tables.ts'
export { openRefusingPooler } from './refusing-pooler.ts'
export { createTestDatabase, type TestDatabase } from './test-database.ts'
export { openSilentLink, type SilentLink } from './silent-link.ts'
