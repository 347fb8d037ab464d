import { readdir, readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../test/app.ts';
import {
  backUp,
  contentsOf,
  type EmptyInstallation,
  makeEmptyInstallation,
  makeFolder,
  passphrase,
  queryIn,
  quietProgress,
  restoreInto,
  rewriteEnd,
} from '../../test/backups.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  uploadMemory,
} from '../../test/factories.ts';
import { startS3Server } from '../../test/fakes/s3-server.ts';
import { launchCommand } from '../../test/faults/support/commands.ts';
import { storedKeys } from '../../test/stored-keys.ts';
import { eraseAccount } from '../features/data-rights/account-data/account-deletion/erase-account.ts';
import { eraseFilesHandler } from '../features/system/stored-files/stored-files.jobs.ts';
import { eraseFiles } from '../job-list.ts';
import type { End } from '../platform/backup/archive-format.ts';
import { OperatorError } from '../platform/errors.ts';
import { migrateDatabase } from '../platform/migrations.ts';
import { type Storage, StorageUnavailableError } from '../platform/storage/storage.ts';
import { fileHash } from '../platform/storage/whole-read.ts';
import { storedFileKinds } from '../wiring.ts';
import { checkBackup } from './restore-backup.ts';
import { scrub } from './scrub.ts';

const testApp = await startTestApp();
const { services, databaseUrl } = testApp;
const journal = await readFile(new URL('../../migrations/meta/_journal.json', import.meta.url), 'utf8');
const earlier = (JSON.parse(journal) as { entries: { when: number }[] }).entries.at(-2);
/** Noise, so that the picture is as large as a photo. */
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const photo = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'grey', noise } })
  .jpeg()
  .toBuffer();

async function createPhoto(person: Awaited<ReturnType<typeof createPerson>>) {
  const file = { name: 'a.jpg', contentType: 'image/jpeg', bytes: photo };
  const { id } = await uploadMemory(person, { type: 'photo', title: 'Our garden' }, file);
  const [row] = await queryIn<{ key: string }>(
    databaseUrl,
    `select file_key as key from memories where id = '${id}'`,
  );
  return { id, key: row?.key ?? '' };
}

const ruth = await createPerson(testApp, { plan: 'premium' });
const awkward = 'Tabs\tand\r\nlines, \\N and \\., 100 %, "quotes", עברית, 🕯';
const letter = await createLetter(ruth, { content: awkward });
// No worker runs that would approve it.
await services.db.execute(sql`update memories set is_approved = true where id = ${letter.id}`);
const maya = await createRecipient(ruth);
await createSchedule(ruth, {
  memoryId: letter.id,
  recipientIds: [maya.id],
  deliveryDate: '2041-06-01T12:00:00Z',
});
const garden = await createPhoto(ruth);

/** Reads the restored files, one by one. */
async function filesIn({ storage }: EmptyInstallation): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for await (const { key } of storage.list('')) hashes[key] = await fileHash(storage, key);
  return hashes;
}

test('a file that is missing or damaged is found by a scrub, and taken from a backup that has it whole', async () => {
  const { address } = await backUp(testApp);
  const before = await fileHash(services.storage, garden.key);
  const progress = quietProgress();
  expect(await scrub(services, progress)).toMatchObject({ broken: [], taken: 0 });
  const from = { from: address, passphrase };
  for (const broken of ['damaged', 'missing'] as const) {
    const bytes = Readable.from([Buffer.from('no photo')]);
    if (broken === 'missing') await services.storage.remove(garden.key);
    else await services.storage.put(garden.key, bytes, { maxBytes: 100 });
    expect((await scrub(services, progress)).broken).toMatchObject([{ key: garden.key, fault: broken }]);
    expect(await scrub(services, progress, from)).toMatchObject({ broken: [], taken: 1 });
    expect(await fileHash(services.storage, garden.key)).toBe(before);
  }
});

describe('F41: a backup, restored into an empty installation', () => {
  test('brings back every row, every file, the secret, and goes on where it was', async () => {
    const { address, faults } = await backUp(testApp);
    expect(faults).toEqual([]);
    const before = await contentsOf(databaseUrl);
    const target = await makeEmptyInstallation();
    await restoreInto(target, { from: address });

    expect(await contentsOf(target.databaseUrl)).toEqual(before);
    expect(target.secret).toBe(services.appSecret.current);
    const restored = await filesIn(target);
    expect(Object.keys(restored)).toEqual(await storedKeys(testApp));
    expect(restored[garden.key]).toBe(await fileHash(services.storage, garden.key));

    expect(await queryIn(target.databaseUrl, 'select reason, released_at from delivery_holds')).toEqual([
      { reason: 'restored', released_at: null },
    ]);
    await migrateDatabase(target.databaseUrl);
    const [next] = await queryIn<{ id: string; last: string }>(
      target.databaseUrl,
      `insert into audit_log (at, actor, action) values (now(), 'system', 'test')
       returning id, (select max(id) from audit_log) as last`,
    );
    expect(Number(next?.id)).toBeGreaterThan(Number(next?.last));
  });

  // Version 1.0.0 has one migration: there is an earlier version only from the second migration on.
  test.runIf(earlier)('of an earlier version gets the migrations that came since', async () => {
    const old = await makeEmptyInstallation();
    await migrateDatabase(old.databaseUrl, { upTo: earlier?.when ?? 0 });
    await queryIn(
      old.databaseUrl,
      `insert into audit_log (at, actor, action) values (now(), 'system', 'of old')`,
    );
    const { address } = await backUp({ services, databaseUrl: old.databaseUrl });
    const target = await makeEmptyInstallation();
    await restoreInto(target, { from: address });
    const applied = (url: string) =>
      queryIn(url, 'select hash, created_at from drizzle.__drizzle_migrations order by created_at');
    expect(await applied(target.databaseUrl)).toEqual(await applied(databaseUrl));
    const acts = await queryIn(target.databaseUrl, 'select action from audit_log order by id');
    expect(acts).toEqual([{ action: 'of old' }, { action: 'deliveries.held' }]);
  });

  test('of a later version is refused, and nothing is changed', async () => {
    const later = await makeEmptyInstallation();
    await migrateDatabase(later.databaseUrl);
    await queryIn(
      later.databaseUrl,
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 4102444800000)`,
    );
    const { address } = await backUp({ services, databaseUrl: later.databaseUrl });
    const target = await makeEmptyInstallation();
    await expect(restoreInto(target, { from: address })).rejects.toThrow('newer version');
    await migrateDatabase(target.databaseUrl);
  });
});

describe('a restore that cannot be whole', () => {
  test('a wrong passphrase is told, and nothing is changed', async () => {
    const { address } = await backUp(testApp);
    const target = await makeEmptyInstallation();
    const wrong = restoreInto(target, { from: address, passphrase: 'another passphrase' });
    await expect(wrong).rejects.toThrow(
      'The passphrase does not open this backup. Use the one that it was made with.',
    );
    await migrateDatabase(target.databaseUrl);
  });

  test('a damaged beginning, a wrong passphrase, a missing end and a damaged part are told apart', async () => {
    const { address } = await backUp(testApp);
    const whole = await readFile(address);
    const config = { ...services.config };
    const told = async (bytes: Buffer, { from = address, using = passphrase } = {}) => {
      await writeFile(from, bytes);
      const checked = checkBackup({ config, from, passphrase: using, progress: quietProgress() });
      return checked.then(
        () => 'whole',
        (error: unknown) => (error instanceof OperatorError ? error.message : 'no OperatorError'),
      );
    };
    const changed = (at: number, to = (byte: number) => byte ^ 1) => {
      const bytes = Buffer.from(whole);
      bytes[at] = to(bytes[at] ?? 0);
      return bytes;
    };
    const otherDigit = (byte: number) => (byte === 0x41 ? 0x42 : 0x41);
    const salt = whole.indexOf('scrypt ') + 'scrypt '.length;
    const headerEnd = whole.indexOf('\n', whole.indexOf('\n--- ') + 1);
    expect(await told(whole)).toBe('whole');
    for (const at of [0, 20, salt, salt + 3, headerEnd - 60, headerEnd - 3])
      expect(await told(changed(at, otherDigit)), `byte ${at}`).toMatch(
        /^The beginning of this backup is damaged/,
      );
    expect(await told(whole, { using: 'another passphrase' })).toMatch(/^The passphrase does not open/);
    expect(await told(changed(headerEnd + 1000))).toMatch(/^The backup is damaged: a part of it was changed/);
    for (const bytes of [0, 10, headerEnd - 10, headerEnd + 5, whole.length - 1, whole.length - 70_000])
      expect(await told(whole.subarray(0, bytes)), `${bytes} bytes`).toMatch(/^The backup ends too early/);

    const renamed = { from: `${await makeFolder()}/renamed.age` };
    expect(await told(changed(salt, otherDigit), renamed)).toMatch(
      /^The passphrase .* beginning of the backup is/,
    );
    expect(await told(Buffer.from('a photo'.repeat(1000)), renamed)).toMatch(/^This is not a backup/);
  });

  test.each([
    [
      'a bit that turned over',
      (bytes: Buffer) =>
        bytes.fill((bytes.at(-100_000) ?? 0) ^ 1, bytes.length - 100_000, bytes.length - 99_999),
    ],
    ['an end that is missing', (bytes: Buffer) => bytes.subarray(0, -70_000)],
  ])(
    '%s is found; the product does not start on what was restored until then, and the next restore starts over',
    async (_what, harm) => {
      const { address } = await backUp(testApp);
      const whole = await readFile(address);
      const target = await makeEmptyInstallation();
      await writeFile(address, harm(Buffer.from(whole)));
      await expect(restoreInto(target, { from: address })).rejects.toThrow(OperatorError);
      await expect(migrateDatabase(target.databaseUrl)).rejects.toThrow('Run "npm run restore" again');

      await writeFile(address, whole);
      await restoreInto(target, { from: address });
      expect(await contentsOf(target.databaseUrl)).toEqual(await contentsOf(databaseUrl));
      await migrateDatabase(target.databaseUrl);
    },
  );

  test.each<[string, (end: End) => Partial<End>]>([
    ['a row', ({ rows }) => ({ rows: { ...rows, users: (rows.users ?? 0) + 1 } })],
    ['a table', ({ rows }) => ({ rows: { ...rows, candles: 1 } })],
    ['a file', ({ files }) => ({ files: files + 1 })],
  ])('one that lacks %s of which its end speaks is damaged', async (_what, change) => {
    const { address } = await backUp(testApp);
    await rewriteEnd(address, (end) => ({ ...end, ...change(end) }));
    const target = await makeEmptyInstallation();
    await expect(restoreInto(target, { from: address })).rejects.toThrow('damaged');
    await expect(migrateDatabase(target.databaseUrl)).rejects.toThrow('Run "npm run restore" again');
  });

  test('over accounts it needs --replace, and gives nothing up for a damaged backup', async () => {
    const { address } = await backUp(testApp);
    const target = await makeEmptyInstallation();
    await restoreInto(target, { from: address });
    await expect(restoreInto(target, { from: address })).rejects.toThrow('Add --replace');

    const whole = await readFile(address);
    await writeFile(address, whole.subarray(0, -1));
    await expect(restoreInto(target, { from: address, replace: true })).rejects.toThrow('ends too early');
    await migrateDatabase(target.databaseUrl);
    expect(await queryIn(target.databaseUrl, 'select from users limit 1')).toHaveLength(1);

    await writeFile(address, whole);
    await queryIn(target.databaseUrl, `update users set first_name = 'Nobody'`);
    await restoreInto(target, { from: address, replace: true });
    expect(await contentsOf(target.databaseUrl)).toEqual(await contentsOf(databaseUrl));
  });

  test('it is refused while the product runs on the database', async () => {
    const { address } = await backUp(testApp);
    const target = { ...(await makeEmptyInstallation()), databaseUrl };
    await expect(restoreInto(target, { from: address, replace: true })).rejects.toThrow('Stop every process');
    await migrateDatabase(databaseUrl);
  });

  test('also if it was started while the backup was read; its secret stays the one that opens what it holds', async () => {
    const { address } = await backUp(testApp);
    const target: EmptyInstallation = { ...(await makeEmptyInstallation()) };
    const product = new Client({ connectionString: target.databaseUrl, application_name: 'long-after' });
    onTestFinished(() => product.end());
    const onSecret = () => product.connect();
    await expect(restoreInto(target, { from: address, onSecret })).rejects.toThrow('Stop every process');
    expect(target.secret).toBeUndefined();
  });
});

describe('a backup while people write', () => {
  test('holds one instant: what is deleted meanwhile is whole in it, what is new is not', async () => {
    const leaving = await createPhoto(ruth);
    const before = await contentsOf(databaseUrl);
    let isFirst = true;
    const { address, faults } = await backUp(testApp, {
      onFile: async () => {
        if (!isFirst) return;
        isFirst = false;
        expect(
          (await ruth.request({ method: 'DELETE', url: `/api/memories/${leaving.id}` })).statusCode,
        ).toBe(204);
        await eraseFilesHandler(services, storedFileKinds)({ keys: [leaving.key] });
        await createLetter(ruth);
      },
    });
    expect(isFirst).toBe(false);
    expect(faults).toEqual([]);
    const target = await makeEmptyInstallation();
    await restoreInto(target, { from: address });
    expect(await contentsOf(target.databaseUrl)).toEqual(before);
    expect(await fileHash(target.storage, leaving.key)).toBe(await fileHash(services.storage, leaving.key));

    // Postponed, not forgotten.
    expect(await services.jobs.backlog(eraseFiles)).toBeGreaterThan(0);
    await eraseFilesHandler(services, storedFileKinds)({ keys: [leaving.key] });
    expect(await services.storage.stat(leaving.key)).toBeUndefined();
  });

  test('no account is erased until it has ended', async () => {
    const leaving = await createPerson(testApp, { plan: 'premium' });
    const { key } = await createPhoto(leaving);
    await services.db.execute(
      sql`update users set deletion_requested_at = now() - interval '30 days' where id = ${leaving.user.id}`,
    );
    const erase = () => eraseAccount(services, leaving.user.id);
    const { faults } = await backUp(testApp, { onFile: erase });
    expect(faults).toEqual([]);
    expect(await services.storage.stat(key)).toBeDefined();
    await erase();
    expect(await services.storage.stat(key)).toBeUndefined();
  });

  test('a lost connection, with which the hold on the files is lost, fails it and leaves no backup', async () => {
    const to = await makeFolder();
    const losing = backUp(testApp, {
      to,
      onFile: () =>
        queryIn(
          databaseUrl,
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'long-after backup'`,
        ),
    });
    await expect(losing).rejects.toThrow();
    expect(await readdir(to, { recursive: true })).toEqual(['unfinished']);
  });
});

test('a stored file that is missing or damaged is named, and all others are saved', async () => {
  const [gone, changed] = [await createPhoto(ruth), await createPhoto(ruth)];
  await services.storage.remove(gone.key);
  const other = Buffer.from('not what was stored');
  await services.storage.put(changed.key, Readable.from([other]), {
    maxBytes: 100,
  });
  const { address, faults } = await backUp(testApp);
  expect(faults).toEqual([
    { key: gone.key, fault: 'missing' },
    { key: changed.key, fault: 'damaged' },
  ]);
  const target = await makeEmptyInstallation();
  expect((await restoreInto(target, { from: address })).faults).toEqual(faults);
  expect(await filesIn(target)).toHaveProperty([garden.key]);

  const settings = { DATA_DIR: target.dataDir, BACKUP_PASSPHRASE: passphrase };
  const check = launchCommand(settings, 'scripts/restore.ts', ['--check', '--from', address]);
  expect(await check.exited, check.said()).toMatchObject({ code: 1 });
  expect(check.said()).toContain(`missing: ${gone.key}`);
  expect(check.said()).not.toContain('whole: ');
  await ruth.request({ method: 'DELETE', url: `/api/memories/${gone.id}` });
  await ruth.request({ method: 'DELETE', url: `/api/memories/${changed.id}` });
});

describe('a stored file that cannot be read', () => {
  const failing = (code: string) => Object.assign(new Error(`${code}: read`), { code });

  async function* breaksOff(start: number): AsyncGenerator<Buffer> {
    if (start < 1000) yield photo.subarray(start, 1000);
    throw failing('EIO');
  }

  /** A disk that fails at some files: in the middle of one, at the beginning of the other. */
  function failingStorage({ middle, beginning }: { middle?: string; beginning?: string }): Storage {
    return {
      ...services.storage,
      read: async (key, range) => {
        if (key === beginning) throw new StorageUnavailableError('no', { cause: failing('EACCES') });
        return key === middle
          ? Readable.from(breaksOff(range?.start ?? 0))
          : await services.storage.read(key, range);
      },
    };
  }

  test('is named, and all others are saved', async () => {
    const [middle, beginning] = [await createPhoto(ruth), await createPhoto(ruth)];
    const storage = failingStorage({ middle: middle.key, beginning: beginning.key });
    const { address, faults, files } = await backUp({ databaseUrl, services: { ...services, storage } });
    const unreadable = [middle, beginning].map(({ key }) => ({ key, fault: 'unreadable' }));
    expect(faults).toEqual(unreadable);

    const target = await makeEmptyInstallation();
    expect((await restoreInto(target, { from: address })).faults).toEqual(unreadable);
    const restored = await filesIn(target);
    expect(restored).toHaveProperty([garden.key]);
    expect(Object.keys(restored)).toHaveLength(files);
    for (const { id } of [middle, beginning])
      await ruth.request({ method: 'DELETE', url: `/api/memories/${id}` });
  });

  test('fails the backup if the whole store is away: it is tried again later, and no list of all files is left', async () => {
    const away = () => Promise.reject(new StorageUnavailableError('The store is away'));
    const storage = { ...services.storage, read: away, check: away };
    const to = await makeFolder();
    await expect(backUp({ databaseUrl, services: { ...services, storage } }, { to })).rejects.toThrow(
      'is away',
    );
    expect(await readdir(to, { recursive: true })).toEqual(['unfinished']);
  });
});

test('into a bucket and back, over a connection that breaks', async () => {
  const s3 = await startS3Server();
  try {
    const backup = { passphrase: undefined, s3: { endpoint: s3.url, ...s3.credentials } };
    const config = { ...services.config, backup };
    const { address } = await backUp(testApp, { to: `s3://${s3.bucketName}/nightly`, config });
    expect(address).toMatch(/^s3:\/\/memories\/nightly\/long-after-\d{8}-\d{6}-[0-9a-f]{8}\.tar\.age$/);
    const target = await makeEmptyInstallation();
    s3.faults.plan({ kind: 'cutAnswer', afterBytes: 40_000 }, { operation: 'GetObject', times: 2 });
    await restoreInto(target, { from: address, config });
    expect(await contentsOf(target.databaseUrl)).toEqual(await contentsOf(databaseUrl));

    s3.faults.plan({ kind: 'status', status: 507 }, { operation: 'PutObject', times: 100 });
    await expect(backUp(testApp, { to: `s3://${s3.bucketName}/weekly`, config })).rejects.toThrow('full');
    expect([...s3.bucket.objects.keys()]).toHaveLength(1);
  } finally {
    await s3.close();
  }
});
