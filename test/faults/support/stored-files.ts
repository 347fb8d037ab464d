import { join } from 'node:path';
import { isNotNull, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect } from 'vitest';
import { memories } from '../../../server/features/memories/memories/memories.table.ts';
import { markKey } from '../../../server/features/system/installation/installation.ts';
import { newestEntryKey } from '../../../server/features/system/stored-files/forgotten-files.ts';
import { eraseOrphans } from '../../../server/features/system/stored-files/stored-files.ts';
import { openDiskStorage } from '../../../server/platform/storage/disk-storage.ts';
import { fileHash } from '../../../server/platform/storage/whole-read.ts';
import { createSweeps } from '../../../server/platform/sweeps.ts';
import { storedFileKinds } from '../../../server/wiring.ts';
import { createTestClock } from '../../app.ts';
import type { Place } from './place.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** There is no row without its file, byte for byte, and no file without a row once the sweep for such files has run. */
export async function expectFilesAndRowsAgree({ db, dataDir }: Place): Promise<void> {
  const storage = await openDiskStorage({ dir: join(dataDir, 'files') });
  const rows = await db
    .select({ key: memories.fileKey, sha256: memories.fileSha256 })
    .from(memories)
    .where(isNotNull(memories.fileKey));
  for (const { key, sha256 } of rows) expect(await fileHash(storage, key ?? '')).toBe(sha256);

  const clock = createTestClock(new Date(Date.now() + 2 * dayMilliseconds));
  const log = pino({ level: 'silent' });
  const sweeps = createSweeps({ log, clock, metrics: { sweepFailed: () => undefined } });
  // The pieces of a finished upload are erased by a job, and not every fault has a worker.
  const options = { despiteDoubt: true };
  await eraseOrphans({ db, storage, mirror: undefined, clock, log, sweeps }, storedFileKinds, options);
  const kept = [];
  for await (const { key } of storage.list('')) kept.push(key);
  const named = await db.execute<{ key: string }>(sql`
    select unnest(array_remove(array[file_key, thumbnail_key, display_key], null)) as key from memories
    union all select profile_picture from users where profile_picture is not null`);
  expect(kept.filter((key) => ![markKey, newestEntryKey].includes(key)).sort()).toEqual(
    named.rows.map(({ key }) => key).sort(),
  );
  await storage.close();
}
