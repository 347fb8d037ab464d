import { and, inArray, isNull } from 'drizzle-orm';
import { Id } from '../../../../shared/values.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { accountExports } from '../../data-rights/account-export/account-export.table.ts';
import { exportKey } from '../../data-rights/account-export/account-export.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import { storedKeys } from '../../memories/memories/memories.ts';

const orphanHours = 24;
const keysPerLook = 500;

/** Which of these keys of one kind a row names. */
type FindNamed = (db: Queryable, keys: string[]) => Promise<(string | null)[]>;

/** Every kind of file there is, by how its keys begin. */
const kinds: Record<string, FindNamed> = {
  'memories/': namedByMemories,
  'profile-pictures/': namedByPeople,
  'exports/': namedByExports,
};

/** Removes stored files; those that are gone already are no fault. */
export async function eraseFiles(
  { storage }: Pick<Services, 'storage'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) await storage.remove(key);
}

/**
 * Removes the files that no row names: a crash between a file and its row leaves such. Only those older than a day, so
 * that an upload in progress is never touched. Answers how many there were.
 */
export async function eraseOrphans(
  services: Pick<Services, 'db' | 'storage' | 'clock' | 'log'>,
): Promise<number> {
  let erased = 0;
  for (const [prefix, findNamed] of Object.entries(kinds))
    erased += await eraseOrphansOf(services, prefix, findNamed);
  if (erased > 0) services.log.info({ erased }, 'erased stored files that belonged to nothing');
  return erased;
}

async function eraseOrphansOf(
  { db, storage, clock }: Pick<Services, 'db' | 'storage' | 'clock'>,
  prefix: string,
  findNamed: FindNamed,
): Promise<number> {
  const before = minutesAfter(clock.now(), -orphanHours * 60);
  let erased = 0;
  let keys: string[] = [];
  const eraseUnnamed = async () => {
    const named = new Set(keys.length > 0 ? await findNamed(db, keys) : []);
    const unnamed = keys.filter((key) => !named.has(key));
    await eraseFiles({ storage }, unnamed);
    erased += unnamed.length;
    keys = [];
  };
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    if (modifiedAt < before) keys.push(key);
    if (keys.length >= keysPerLook) await eraseUnnamed();
  }
  await eraseUnnamed();
  return erased;
}

async function namedByMemories(db: Queryable, keys: string[]): Promise<string[]> {
  const rows = await db
    .select()
    .from(memories)
    .where(inArray(memories.id, idsIn(keys)));
  return rows.flatMap(storedKeys);
}

async function namedByPeople(db: Queryable, keys: string[]): Promise<(string | null)[]> {
  const rows = await db
    .select({ key: users.profilePicture })
    .from(users)
    .where(inArray(users.profilePicture, keys));
  return rows.map(({ key }) => key);
}

/** Also one that is still being made, whose row names it at the end. One that was given up is nobody's. */
async function namedByExports(db: Queryable, keys: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: accountExports.id })
    .from(accountExports)
    .where(and(inArray(accountExports.id, idsIn(keys)), isNull(accountExports.failedAt)));
  return rows.map(({ id }) => exportKey(id));
}

/** Keys begin with their kind and the id of their row. */
function idsIn(keys: string[]): string[] {
  const ids = keys.map((key) => key.split(/[/.]/)[1] ?? '');
  return [...new Set(ids)].filter((id) => Id.safeParse(id).success);
}
