import { chmod } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { openDiskStorage } from './disk-storage.ts';

// Run by disk-storage.test.ts in its own process, since it gives up its rights: does whatever needs a missing right to a stored
// file, and prints the name of each error. Root can read everything, so it becomes nobody, who may not open the files.

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
