import { defineConfig } from 'vitest/config';

const second = 1000;
/** Processes and a browser share two cores with whatever else runs: one second try, which the report names. */
const onBusyMachines = 1;
const setupFiles = ['test/fail-on-console-error.ts'];

/**
 * Four projects: fast tests beside the code (`server`, `web`), kill and outage tests (`faults`), journeys in
 * Chromium (`e2e`). The later two run after the fast ones, so that their child processes have the machine to themselves.
 * The global setup stands at the root: it runs once, whatever the projects are.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    slowTestThreshold: 5 * second,
    projects: [
      {
        test: {
          name: 'server',
          include: ['{server,shared,scripts}/**/*.test.{ts,tsx}', 'test/{,fakes/}*.test.ts'],
          setupFiles,
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 60 * second,
          hookTimeout: 180 * second,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles,
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 60 * second,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          setupFiles,
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 600 * second,
          retry: onBusyMachines,
          hookTimeout: 300 * second,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          setupFiles,
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 300 * second,
          retry: onBusyMachines,
          hookTimeout: 300 * second,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
