import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { openDiskStorage } from './disk-storage.ts';

// Run by disk-storage.test.ts in its own process, to be killed or to run into a limit: stores files of varying sizes
// one after another and prints the key and SHA-256 of each acknowledged one; exits at the first error, printing its
// name.

const [, , dir = '', maxBytes = '0'] = process.argv;
const storage = await openDiskStorage({ dir });
try {
  for (let count = 0; ; count += 1) {
    const chunk = randomBytes(32 * 1024);
    const chunks = Array.from({ length: 1 + ((count * 7) % 40) }, () => chunk);
    const key = `memories/${count}/original`;
    const { sha256 } = await storage.put(key, Readable.from(chunks), { maxBytes: Number(maxBytes) });
    if (sha256 !== hashOf(chunks))
      throw new Error('The bytes that were hashed are not those that were given');
    process.stdout.write(`${key} ${sha256}\n`);
  }
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.name : 'unknown'}\n`);
}

function hashOf(chunks: Buffer[]): string {
  return createHash('sha256').update(Buffer.concat(chunks)).digest('hex');
}
