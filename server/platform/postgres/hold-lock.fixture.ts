// Holds the start lock of a folder until the process ends.
import { once } from 'node:events';
import { withStartLock } from './start-lock.ts';

const [folder = ''] = process.argv.slice(2);
await withStartLock(folder, async () => {
  process.stdout.write('held\n');
  await once(process.stdin.resume(), 'end');
});
