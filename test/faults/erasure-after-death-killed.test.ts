// kill -9 while a memory is being erased after its owner's death. Either all of it is there or nothing, and the next start erases it.
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inTransaction } from '../../server/platform/database.ts';
import { keyOfFileName } from '../../server/platform/storage/disk-layout.ts';
import type { Memory } from '../../shared/memories/memories.ts';
import { eventually } from '../app.ts';
import { mediaFiles } from '../media.ts';
import { multipart } from '../multipart.ts';
import { created, registerCaller } from './support/people.ts';
import { makePlace } from './support/place.ts';
import { launchProcess } from './support/processes.ts';

test('the row and its files go together, and are gone after the next start', async () => {
  const place = await makePlace();
  const { db } = place;
  const start = async () => {
    const started = await launchProcess(place.env);
    await started.ready;
    return started;
  };
  const first = await start();
  const owner = await registerCaller(first.address, db);
  const file = await mediaFiles.photo.jpeg();
  const form = multipart({ type: 'photo', title: 'My own', recipient: 'Maya' }, file);
  const { id } = created<Memory>(
    await owner.call(first.address, { method: 'POST', path: '/api/memories/upload', form }),
  );
  const rows = async () => (await db.execute(sql`select 1 from memories where id = ${id}`)).rows.length;
  const keys = await eventually(async () => {
    const { rows: drawn } = await db.execute<{ keys: string[] }>(sql`
      select array[file_key, thumbnail_key, display_key] as keys from memories where display_key is not null`);
    return drawn[0]?.keys;
  }, 'the photo to be checked and drawn');
  const files = async () => {
    const stored = await readdir(join(place.dataDir, 'files'), { recursive: true });
    const names = new Set(stored.map((path) => keyOfFileName(basename(path))));
    return keys.filter((key) => names.has(key)).length;
  };
  await owner.call(first.address, {
    method: 'PATCH',
    path: `/api/memories/${id}`,
    json: { deleteOnDeath: true },
  });
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select 1 from memories for update`);
    await db.execute(
      sql`update users set memorialised_at = now() - interval '31 days' where id = ${owner.id}`,
    );
    await eventually(async () => {
      const { rows: waiting } = await db.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    }, 'the erasure to wait in its middle');
    await first.end('SIGKILL');
  });
  expect([await rows(), await files()]).toEqual([1, 3]);

  await start();
  await eventually(async () => (await rows()) === 0, 'the memory to be erased');
  await eventually(async () => (await files()) === 0, 'its files to be erased');
});
