import { Readable } from 'node:stream';
import { eq, inArray, sql } from 'drizzle-orm';
import { fileTypeFromBuffer } from 'file-type';
import { profilePictureMaxBytes } from '../../../../../shared/accounts/accounts.ts';
import { eraseFiles } from '../../../../job-list.ts';
import type { FilesOfTable } from '../../../../platform/backup/database-snapshot.ts';
import { createConcurrencyLimit } from '../../../../platform/concurrency-limit.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, isDatabaseUnavailable, type Queryable } from '../../../../platform/database.ts';
import { AppError, fieldError, notFound, requireFound } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import { loadSharp } from '../../../../platform/media/sharp.ts';
import { hashToken } from '../../../../platform/random.ts';
import { type UserRow, users } from '../profile.table.ts';

const field = 'profilePicture';
/** 5 MB as base64, plus the JSON around it. */
export const pictureBodyMaxBytes = 7_200_000;
const sidePixels = 512;
/** Enough for any camera, and far below what a small malicious file can decode to. */
const maxPixels = 60_000_000;
const decodeSeconds = 10;
/** No SVG: it can contain scripts. */
const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']);

/** Decoding shares its threads with the check of passwords, so it leaves some of them free. */
const limit = createConcurrencyLimit({ concurrency: 2, maxWaitingPerKey: 10, maxWaiting: 100 });

type PictureServices = Pick<Services, 'db' | 'clock' | 'random' | 'storage' | 'jobs' | 'log'>;

/**
 * Makes the picture in `dataUrl` the profile picture and erases the previous one. It is re-encoded as a small square
 * WebP, so that nothing else in the uploaded file survives: no location, no camera, no hidden data.
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

/** After a lost connection nobody knows whether the account refers to the file; the sweep for orphans decides then. */
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

/** Which of these keys of stored files are an account's picture. */
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

/** The bytes of a picture in a data URL, checked by content, not by what the URL claims. */
async function readPicture(dataUrl: string): Promise<Buffer> {
  const [, type, base64] = /^data:([\w.+-]+\/[\w.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? [];
  if (!type?.startsWith('image/')) throw fieldError(field, 'Please select an image file');
  if (!base64 || base64.length % 4 !== 0) throw unreadable();
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > profilePictureMaxBytes) throw pictureTooLarge();
  const found = await fileTypeFromBuffer(bytes);
  if (!found || !pictureTypes.has(found.mime)) throw fieldError(field, 'Please select an image file');
  return bytes;
}

async function reencode(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) throw tooManyPixels();
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true });
    const side = Math.min(width, height, sidePixels);
    return await image
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 85 })
      .timeout({ seconds: decodeSeconds })
      .toBuffer();
  } catch (cause) {
    throw cause instanceof AppError ? cause : unreadable(cause);
  }
}

function tooManyPixels(): AppError {
  return fieldError(field, 'This picture has more pixels than we can open. Please try a smaller one.');
}

function unreadable(cause?: unknown): AppError {
  const message = 'This picture cannot be read. Please try another one.';
  return new AppError('bad_request', message, { fields: { [field]: message }, cause });
}

export function pictureTooLarge(): AppError {
  const message = 'File size must be less than 5MB';
  return new AppError('too_large', message, { fields: { [field]: message } });
}
