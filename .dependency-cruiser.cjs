// @ts-check
/**
 * The rooms of each source folder, lowest first. A room may import from itself and from those before it, types too; a
 * name that ends in `.ts` is a file of the folder itself. Tests are left out: they stand beside what they test, and
 * may use anything. To have another package checked, add its folder here.
 * @type {Record<string, string[]>}
 */
const layers = {
  'apps/web/app': [
    'ui',
    'http',
    'catalog',
    'account',
    'services.server.ts',
    'api',
    'routes',
    'root.tsx',
    'entry.client.tsx',
    'entry.server.tsx',
  ],
  'packages/api/src': [
    'limits.ts',
    'access.ts',
    'context.ts',
    'for-sale.ts',
    'refusal.ts',
    'trpc.ts',
    'routers',
    'app-router.ts',
    'index.ts',
    'testing',
  ],
  'packages/db/src': [
    'faults.ts',
    'migrate',
    'session.ts',
    'pool.ts',
    'explain.ts',
    'remembered.ts',
    'statement-names.ts',
    'database.ts',
    'readiness.ts',
    'index.ts',
    'testing',
  ],
  'packages/proof/src': ['schedule', 'record', 'replay', 'oracle', 'stage', 'drills', 'main.ts'],
  'packages/billing/src': [
    'errors.ts',
    'deps.ts',
    'catalog',
    'stripe',
    'delivery',
    'mapping',
    'sql',
    'queue',
    'credits',
    'handlers',
    'handlers.ts',
    'quarantine',
    'reading',
    'selling',
    'jobs',
    'set-up',
    'intake.ts',
    'webhook.ts',
    'index.ts',
    'operate.ts',
    'testing',
  ],
  'packages/stripe-local/src': [
    'core',
    'objects',
    'render',
    'delivery',
    'http',
    'billing',
    'resources',
    'pages',
    'server.ts',
    'testing',
    'options.ts',
    'main.ts',
  ],
}

const escaped = (/** @type {string} */ text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const anyOf = (/** @type {string[]} */ paths) => `^(?:${paths.join('|')})`

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = Object.entries(layers).flatMap(([folder, rooms]) => {
  const within = `^${escaped(folder)}/`
  const pathOf = (/** @type {string} */ room) =>
    `${escaped(folder)}/${/\.tsx?$/.test(room) ? `${escaped(room)}$` : `${escaped(room)}/`}`
  return [
    {
      name: `${folder}: no circle of files (move what both need into a lower one)`,
      severity: 'error',
      from: { path: within },
      to: { circular: true },
    },
    {
      name: `${folder}: no circle of folders (move what both need into the lower one)`,
      severity: 'error',
      scope: 'folder',
      from: { path: within },
      to: { path: within, circular: true },
    },
    {
      name: `${folder}: a room that has no place yet (name it in "layers" of .dependency-cruiser.cjs)`,
      severity: 'error',
      from: { path: within, pathNot: anyOf(rooms.map(pathOf)) },
      to: {},
    },
    ...rooms.map((room, place) => ({
      name: `${folder}: ${room} imports only ${rooms.slice(0, place).join(', ') || 'itself'} (move what it needs down, or the file that needs it up)`,
      severity: /** @type {const} */ ('error'),
      from: { path: `^${pathOf(room)}` },
      to: { path: within, pathNot: anyOf(rooms.slice(0, place + 1).map(pathOf)) },
    })),
  ]
})

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden,
  options: {
    includeOnly: anyOf(Object.keys(layers).map((folder) => `${escaped(folder)}/`)),
    exclude: { path: ['\\.test\\.tsx?$', '/generated/'] },
    // An import of a type is a dependency too: who reads the file has to know the other.
    tsPreCompilationDeps: true,
  },
}
