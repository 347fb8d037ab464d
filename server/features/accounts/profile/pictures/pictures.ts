import { Readable } from 'node:stream';
import { eq, inArray, sql } from 'drizzle-orm';
import { eraseFiles } from '../../../../job-list.ts';
import type { FilesOfTable } from '../../../../platform/backup/database-snapshot.ts';
import { createConcurrencyLimit } from '../../../../platform/concurrency-limit.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, isDatabaseUnavailable, type Queryable } from '../../../../platform/database.ts';
import { notFound, requireFound } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import { hashToken } from '../../../../platform/random.ts';
import { type UserRow, users } from '../profile.table.ts';
import { readPicture, reencode } from './reencode.ts';

export { pictureTooLarge } from './reencode.ts';
/** 5 MB as base64, plus the JSON around it. */
export const pictureBodyMaxBytes = 7_200_000;

/** Decoding uses the same threads as password hashing, so it leaves some of them free. */
const limit = createConcurrencyLimit({ concurrency: 2, maxWaitingPerKey: 10, maxWaiting: 100 });

type PictureServices = Pick<Services, 'db' | 'clock' | 'random' | 'storage' | 'jobs' | 'log'>;

/**
 * Makes the picture in `dataUrl` the profile picture and erases the previous one. It is re-encoded as a small
 * square WebP, so that nothing else in the uploaded file survives: no location, no camera, no hidden data.
 */
export async function changeProfilePicture(
  services: PictureServices,
  owner: UserRow,
  dataUrl: string,
): Promise<UserRow> {
  const bytes = await readPicture(dataUrl);
  const picture = await limit.run(owner.id, () => reencode(bytes));
  const key = `profile-pictures/${hashToken(services.random.token())}.webp`;
  await services.storage.put(key, Readable.from([picture]), {
    maxBytes: picture.length,
    contentType: 'image/webp',
  });
  try {
    return await replaceKey(services, owner.id, key);
  } catch (error) {
    await discard(services, key, error);
    throw error;
  }
}

/** Erases the profile picture. 404 if there is none. */
export async function removeProfilePicture(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  userId: string,
): Promise<void> {
  await replaceKey(services, userId, null);
}

/** After a lost connection we cannot know whether the account refers to the file; the sweep for orphans finds out. */
async function discard({ storage, log }: PictureServices, key: string, reason: unknown): Promise<void> {
  if (isDatabaseUnavailable(reason)) return;
  await storage
    .remove(key)
    .catch((err: unknown) => log.warn({ err }, 'an unused profile picture could not be removed'));
}

function replaceKey(
  { db, jobs, clock }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  userId: string,
  key: string | null,
): Promise<UserRow> {
  return inTransaction(db, async (tx) => {
    const [before] = await tx
      .select({ key: users.profilePicture })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update');
    if (!key && !before?.key) throw notFound('This picture');
    const [user] = await tx
      .update(users)
      .set({ profilePicture: key, updatedAt: clock.now() })
      .where(eq(users.id, userId))
      .returning();
    if (before?.key) await jobs.enqueue(tx, eraseFiles, [{ keys: [before.key] }]);
    await announce(tx, userId, ['profile']);
    return requireFound(user);
  });
}

/** Which of these storage keys are profile pictures. */
export async function findUsedPictureKeys(db: Queryable, keys: string[]): Promise<string[]> {
  const rows = await db
    .select({ key: users.profilePicture })
    .from(users)
    .where(inArray(users.profilePicture, keys));
  return rows.flatMap(({ key }) => key ?? []);
}

/** Every profile picture, for backups. */
export const profilePictureFiles: readonly FilesOfTable[] = [
  {
    table: 'users',
    files: sql`
  select ${users.profilePicture} as key, null as sha256, null::bigint as size_bytes, ${users.id} as user_id
  from ${users} where ${users.profilePicture} is not null`,
  },
];
