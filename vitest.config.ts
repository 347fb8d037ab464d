import { defineConfig } from 'vitest/config';
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
  hookTimeout: 600 * second,
};

/**
 * Four projects: fast tests beside the code (`server`, `web`), kill and outage tests (`faults`), journeys in
 * Chromium (`e2e`). The later two run after the fast ones; since they often wait for something that takes its time, three
 * of them run on two cores.
 * The global setup stands at the root: it runs once, whatever the projects are.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    reporters: [slowestFiles, 'default'],
    slowTestThreshold: 5 * second,
    projects: [
      {
        test: {
          ...everywhere,
          name: 'server',
          include: ['{server,shared,scripts}/**/*.test.{ts,tsx}', 'test/{,fakes/}*.test.ts'],
          maxWorkers: 2,
          testTimeout: 300 * second,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...everywhere,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          maxWorkers: 2,
          testTimeout: 300 * second,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...everywhere,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          maxWorkers: 3,
          testTimeout: 1200 * second,
          retry: onBusyMachines,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...everywhere,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          maxWorkers: 3,
          testTimeout: 600 * second,
          retry: onBusyMachines,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
