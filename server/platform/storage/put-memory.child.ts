import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { openDiskStorage } from './disk-storage.ts';
import type { S3Options } from './s3-options.ts';
import { openS3Storage } from './s3-storage.ts';

// Run by storage-memory.test.ts in its own process, since memory is measured per process: stores four files of 50 MB
// at once and prints by how many bytes the process grew at its peak.

const fileBytes = 50 * 1024 * 1024;
const parallelPuts = 4;
const chunk = randomBytes(64 * 1024);

const options: { dir: string } | S3Options = JSON.parse(process.argv[2] ?? '{}');
const storage = await ('dir' in options ? openDiskStorage(options) : openS3Storage(options));
await storage.check();

const before = process.memoryUsage.rss();
let peak = before;
const indexes = Array.from({ length: parallelPuts }, (_, index) => index);
await Promise.all(indexes.map((index) => storage.put(`${index}`, fileSource(), { maxBytes: fileBytes })));
process.stdout.write(`${peak - before}\n`);
await storage.close();

function fileSource(): Readable {
  return Readable.from(
    (function* () {
      for (let sent = 0; sent < fileBytes; sent += chunk.length) {
        yield Buffer.from(chunk);
        peak = Math.max(peak, process.memoryUsage.rss());
      }
    })(),
  );
}
