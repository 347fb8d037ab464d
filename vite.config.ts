import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { prerenderPublicPages } from './scripts/prerender/plugin.ts';

const serverAddress = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** Modules that are loaded together are one file: small files compress worse, and each adds to the lists of files to load. */
const loadedTogether = [
  {
    name: 'every-page',
    test: /rolldown[/]runtime|preload-helper|node_modules[/](react|react-dom|scheduler)[/]|web[/]ui[/](button|button-classes|join-classes|link|plain-icons|router-provider|skeleton|support-link)[.]|web[/]lib[/](api[/]api-error|device|lazy|site-settings|use-online)[.]|shared[/]pages[.]|web[/]app[/]error-boundary[.]/,
  },
  {
    name: 'app',
    test: /node_modules[/](wouter|regexparam)[/]|web[/]lib[/](sign-in-path|api[/](credentials|request|session-end|token-renewal))[.]|shared[/]accounts[/]time-limits[.]|auth[/]sessions[/](sessions|stored-user)[.]|web[/]ui[/](card|offline-banner|site-name|toast|toaster)[.]/,
  },
  { name: 'kinds-of-memory', test: /lucide-react[/]dist[/]esm[/]icons[/](feather|film|image)[.]/ },
  { name: 'auth', test: /web[/]ui[/]tabs[.]|accounts[/]auth[/](auth-form|auth-screen|pending-sign-up)[.]/ },
  {
    name: 'fields',
    test: /web[/]ui[/](field|form-error-summary|password-field|text-field)[.]|web[/]lib[/]faults[.]/,
  },
];

export default defineConfig({
  root: 'web',
  // React itself has this hook now; the shim is for older versions of React.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  plugins: [
    react(),
    tailwindcss(),
    // React Aria comes with texts in thirty languages; our pages use one.
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    prerenderPublicPages(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // The content security policy allows no data: URLs for scripts, styles and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: inWeb('index.html'), received: inWeb('received.tsx') },
      // Short names, because every page contains the list of chunks that it may load.
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: { includeDependenciesRecursively: false, groups: loadedTogether },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '^/(api|dev)/': serverAddress, '^/(healthz|readyz)$': serverAddress },
  },
});

function inWeb(name: string): string {
  return fileURLToPath(new URL(`web/${name}`, import.meta.url));
}
