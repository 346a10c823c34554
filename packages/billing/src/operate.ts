// What runs at the start of a process, and what the one who runs it does by hand or by a command.
export { handledTypes } from './handlers.ts'
export { replayQuarantined } from './quarantine/replay-quarantined.ts'
export { setupCatalogue } from './set-up/setup-catalogue.ts'
export { catalogueFaults, syncCatalogue, syncCatalogueUntilDone } from './set-up/sync-catalogue.ts'
export { setupEndpoint } from './set-up/setup-endpoint.ts'
