import { chmod } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { openDiskStorage } from './disk-storage.ts';

// Run by disk-storage.test.ts in its own process, since it gives up its rights: does to a stored file whatever needs a right that
// it then lacks, and prints the name of each error. Root reads everything, so it becomes nobody, for whom files are closed.

const [, , dir = '', key = ''] = process.argv;
const nobody = 65_534;
const storage = await openDiskStorage({ dir });
if (process.getuid?.() !== 0) await chmod(dir, 0o000);
process.setgid?.(process.getuid?.() === 0 ? nobody : (process.getgid?.() ?? nobody));
process.setuid?.(process.getuid?.() === 0 ? nobody : (process.getuid?.() ?? nobody));

const acts: (() => Promise<unknown>)[] = [
  () => storage.read(key),
  () => storage.stat(key),
  () => storage.remove(key),
  () => storage.put('films/two', Readable.from([Buffer.from('words')]), { maxBytes: 100 }),
];
for (const act of acts) {
  const outcome = await act().then(
    () => 'no error',
    (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
  );
  process.stdout.write(`${outcome}\n`);
}
