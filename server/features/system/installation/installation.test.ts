import { Readable } from 'node:stream';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../../../test/app.ts';
import { cloneDatabase } from '../../../../test/database.ts';
import { createPerson } from '../../../../test/factories.ts';
import { startS3Server } from '../../../../test/fakes/s3-server.ts';
import { checkInstallation } from '../../../check-installation.ts';
import { openDatabase } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log.ts';
import { storedFileKinds } from '../../../wiring.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { eraseOrphans, filesOf } from '../stored-files/stored-files.ts';
import { installation } from './installation.table.ts';
import { confirmStore, findInstallation, markKey, markStore, readMark } from './installation.ts';

const s3 = await startS3Server();
const testApp = await startTestApp({
  env: {
    MIRROR_S3_BUCKET: s3.bucketName,
    MIRROR_S3_ENDPOINT: s3.url,
    MIRROR_S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    MIRROR_S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
  },
});
const { services, clock } = testApp;
const { db, storage } = services;
const files = filesOf(storedFileKinds);
const confirm = (using: Partial<typeof services> = {}) => confirmStore({ ...services, ...using }, files);
const idOf = async (database = db) => (await findInstallation(database))?.id;
const mirrored = () => s3.bucket.objects.get(markKey)?.bytes.toString();

beforeEach(async () => {
  await db.delete(installation);
  await storage.remove(markKey);
});

/** Another database, such as one on which the product is started by mistake. */
async function otherDatabase() {
  const { url, drop } = await cloneDatabase();
  const opened = openDatabase({ url, log: createLog('silent'), maxConnections: 4 });
  onTestFinished(async () => {
    await opened.close();
    await drop();
  });
  return opened.db;
}

/** The profile picture of somebody in the database. */
async function keepPicture(): Promise<string> {
  await createPerson(testApp);
  const key = `profile-pictures/${newId()}.webp`;
  await storage.put(key, Readable.from(['a picture']), { maxBytes: 100 });
  await db.update(users).set({ profilePicture: key });
  return key;
}

test('at the first start database, file store and mirror get the same id, also if several processes start at once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => confirm()));
  const id = await idOf();
  expect(id).toBeDefined();
  expect(await readMark(storage)).toBe(id);
  await confirm();
  expect(mirrored()).toBe(id);
  expect(await db.select().from(installation)).toHaveLength(1);
});

test('a crash between the row and the marks heals; an installation from before gets its id, too', async () => {
  await keepPicture();
  await confirm();
  const id = await idOf();
  await storage.remove(markKey);
  await confirm();
  expect(await readMark(storage)).toBe(id);
  s3.bucket.objects.delete(markKey);
  await confirm();
  expect(mirrored()).toBe(id);
});

test('an empty database beside a marked store is refused, and erases nothing', async () => {
  const key = await keepPicture();
  await confirm();
  const empty = { db: await otherDatabase() };
  await expect(confirm(empty)).rejects.toThrow('the database to none');
  await expect(checkInstallation({ ...services, ...empty })).rejects.toThrow('docs/operations.md');
  clock.advance(25 * 60 * 60);
  await expect(eraseOrphans({ ...services, ...empty }, storedFileKinds)).rejects.toThrow(
    'the database to none',
  );
  expect(await storage.stat(key)).toBeDefined();
  expect(await idOf(empty.db)).toBeUndefined();
});

test('the database of another installation is refused, and erases nothing; so is the mirror of another', async () => {
  const key = await keepPicture();
  await confirm();
  const other = { db: await otherDatabase() };
  await other.db.insert(installation).values({ id: newId() });
  await expect(confirm(other)).rejects.toThrow('The file store belongs to another installation');
  await expect(eraseOrphans({ ...services, ...other }, storedFileKinds)).rejects.toThrow(
    'another installation',
  );
  expect(await storage.stat(key)).toBeDefined();

  s3.bucket.put(markKey, Buffer.from(newId()), 'text/plain');
  await expect(confirm()).rejects.toThrow('The mirror belongs to another installation');
});

test('a database from before there were ids takes over the id of the store that has its files', async () => {
  await keepPicture();
  const id = newId();
  await markStore(storage, id);
  await confirm();
  expect(await idOf()).toBe(id);
});

test('a store that does not answer does not stop the start, and is asked before anything is erased', async () => {
  await confirm();
  const away = {
    ...storage,
    read: async () => {
      throw new Error('The bucket does not answer');
    },
  };
  const lines: string[] = [];
  const spoken = createLog('warn', { write: (line) => lines.push(line) });
  await checkInstallation({ ...services, storage: away, log: spoken });
  expect(lines.join()).toContain('The bucket does not answer');
  await expect(eraseOrphans({ ...services, storage: away }, storedFileKinds)).rejects.toThrow(
    'does not answer',
  );
});
