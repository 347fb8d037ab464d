import { inArray } from 'drizzle-orm';
import { Id } from '../../../shared/values.ts';
import { minutesAfter } from '../../platform/clock.ts';
import type { Services } from '../../platform/context.ts';
import { memories } from './memories.table.ts';
import { storedKeys } from './memories.ts';

const prefix = 'memories/';
const orphanHours = 24;
const keysPerLook = 500;

/** Removes stored files; those that are gone already are no fault. */
export async function eraseFiles(
  { storage }: Pick<Services, 'storage'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) await storage.remove(key);
}

/**
 * Removes the files of memories that no memory names: a crash between the file and its row leaves such. Only those
 * older than a day, so that an upload in progress is never touched. Answers how many there were.
 */
export async function eraseOrphans(
  services: Pick<Services, 'db' | 'storage' | 'clock' | 'log'>,
): Promise<number> {
  const before = minutesAfter(services.clock.now(), -orphanHours * 60);
  let erased = 0;
  let keys: string[] = [];
  for await (const { key, modifiedAt } of services.storage.list(prefix)) {
    if (modifiedAt < before) keys.push(key);
    if (keys.length < keysPerLook) continue;
    erased += await eraseUnnamed(services, keys);
    keys = [];
  }
  erased += await eraseUnnamed(services, keys);
  if (erased > 0) services.log.info({ erased }, 'erased stored files that belonged to no memory');
  return erased;
}

async function eraseUnnamed(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  keys: string[],
): Promise<number> {
  const ids = [...new Set(keys.map((key) => key.split('/')[1] ?? ''))].filter(
    (id) => Id.safeParse(id).success,
  );
  const rows = ids.length > 0 ? await db.select().from(memories).where(inArray(memories.id, ids)) : [];
  const named = new Set(rows.flatMap(storedKeys));
  const unnamed = keys.filter((key) => !named.has(key));
  await eraseFiles({ storage }, unnamed);
  return unnamed.length;
}
