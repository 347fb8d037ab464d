import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { slowestFiles } from './test/slowest-files.ts';

const second = 1000;
/** Until the suite was green three times in a row on a busy machine: one second try, which the report names. */
const onBusyMachines = 1;

/** What all projects share. Limits are for a test that hangs, not for a machine that is busy. */
const everywhere = {
  setupFiles: ['test/setup-file.ts'],
  pool: 'forks' as const,
  // Modules are loaded once per worker process, not once per file, and the e2e files of a worker share one browser.
  isolate: false,
  // Four on two cores, since many wait: for mails, for processes that start, for a camera.
  maxWorkers: 4,
  hookTimeout: 600 * second,
};

/**
 * Four projects: fast tests beside the code (`server`, `web`), journeys in Chromium (`e2e`), kill and outage
 * tests (`faults`). They run in this order, of each the longest files first.
 * The global setup stands at the root: it runs once, whatever the projects are.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    reporters: [slowestFiles, 'default'],
    sequence: { sequencer: LongestFirst },
    slowTestThreshold: 5 * second,
    projects: [
      {
        test: {
          ...everywhere,
          name: 'server',
          include: ['{server,shared,scripts}/**/*.test.{ts,tsx}', 'test/{,fakes/,numbered/}*.test.ts'],
          testTimeout: 300 * second,
        },
      },
      {
        test: {
          ...everywhere,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          testTimeout: 300 * second,
        },
      },
      {
        test: {
          ...everywhere,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 600 * second,
          retry: onBusyMachines,
        },
      },
      {
        test: {
          ...everywhere,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 1200 * second,
          retry: onBusyMachines,
        },
      },
    ],
  },
});
