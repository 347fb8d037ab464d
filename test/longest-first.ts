import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const projects = ['server', 'web', 'e2e', 'faults'];

/**
 * The longest of their projects. Started first, so that none of them runs on alone when all others are done;
 * a file that is missing here only costs some seconds. The simulation, whose worlds are processes of their own, would
 * otherwise run beside the journeys, which a busy machine slows down most.
 */
const longest = [
  'simulation',
  'every-route',
  'one-alone',
  'backup',
  'account-export',
  'stripe',
  'sweeps',
  'erase-account',
  'check-memory',
  'embedded-postgres',
  'processes',
  'smtp-mailer',
  'account',
  'axe',
  'recording',
  'signed-out',
  'unsent-recordings',
  'keyboard',
  'checkout',
  'dashboard',
  'idle',
  'trusted',
  'store',
  'axe-recording',
  'account-keyboard',
  'legacy',
  'letter',
  'staff-deliveries',
  'staff-death-reports',
  'settings',
  'f39-ten-thousand-at-once',
  'f01-api-killed-while-writing',
  'killed-again-and-again',
  'f04-killed-at-first-start',
  'f08-queue-dropped',
  'f41-backup-and-restore',
  'f10-database-restarts',
  'f06-two-workers',
  'f34-payment-told-many-times',
  'f35-payment-told-never',
  'f03-worker-killed-after-send',
  'f02-worker-killed-before-send',
  'f19-mail-server-down',
  'f33-killed-in-release-and-undo',
  'f29-address-changed-before-sending',
];

/** Fast tests before the others, long files before short ones, and otherwise in Vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => projectPlace(one) - projectPlace(other) || place(one) - place(other));
  }
}

function projectPlace({ project }: TestSpecification): number {
  return projects.indexOf(project.name);
}

function place({ moduleId }: TestSpecification): number {
  const found = longest.indexOf(basename(moduleId, '.test.ts'));
  return found < 0 ? longest.length : found;
}
