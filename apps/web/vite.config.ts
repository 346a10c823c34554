import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** What the browser loads from packages. Unnamed, Vite finds them page by page, and mixes two copies of React. */
const browserDependencies = [
  'react',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'react-dom/client',
  '@remix-run/react',
  '@tanstack/react-query',
  '@trpc/client',
  '@trpc/tanstack-react-query',
  'lucide-react',
  'superjson',
  'zod',
]

export default defineConfig({
  optimizeDeps: { include: browserDependencies },
  plugins: [
    tailwindcss(),
    remix({
      ignoredRouteFiles: ['**/*.test.ts'],
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
})
