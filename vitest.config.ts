import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { slowestFiles } from './test/slowest-files.ts';

const { resolve } = createRequire(import.meta.url);
const second = 1000;

// The tests' processes use Node's compile cache, as those of the product do (server/platform/tsx-loader.mjs).
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/compiled';

/** Uses drizzle-orm's CommonJS build, as in the product: it does the same, and loads in half the time. */
const alias = [
  'drizzle-orm',
  'drizzle-orm/pg-core',
  'drizzle-orm/node-postgres',
  'drizzle-orm/node-postgres/migrator',
].map((name) => ({ find: new RegExp(`^${name}$`), replacement: resolve(name) }));

/** Settings of all projects. The limits are meant for tests that hang, not for a busy machine. */
const everywhere = {
  setupFiles: ['test/setup-file.ts'],
  pool: 'forks' as const,
  // Modules are loaded once per worker process, not once per file, and the e2e files of a worker share one browser.
  isolate: false,
  // Four on two cores, because many tests wait: for mails, for processes to start, for a camera.
  maxWorkers: 4,
  hookTimeout: 600 * second,
  expect: { poll: { interval: 50, timeout: 90 * second } },
};

/**
 * Four projects: fast tests beside the code (`server`, `web`), journeys in Chromium (`e2e`), kill and outage
 * tests (`faults`). They run in this order, the longest files of each first.
 * The global setup is at the root, so it runs once, whichever projects run.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    reporters: [slowestFiles, 'default'],
    sequence: { sequencer: LongestFirst },
    slowTestThreshold: 5 * second,
    projects: [
      {
        resolve: { alias },
        test: {
          ...everywhere,
          name: 'server',
          include: [
            '{server,shared,scripts}/**/*.test.{ts,tsx}',
            'test/{,fakes/,numbered/,simulation/,fuzz/}*.test.ts',
          ],
          testTimeout: 300 * second,
        },
      },
      {
        resolve: { alias },
        test: {
          ...everywhere,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          testTimeout: 300 * second,
        },
      },
      {
        resolve: { alias },
        test: {
          ...everywhere,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 600 * second,
        },
      },
      {
        resolve: { alias },
        test: {
          ...everywhere,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 1200 * second,
        },
      },
    ],
  },
});
