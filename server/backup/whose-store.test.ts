import { expect, test } from 'vitest';
import { startTestApp } from '../../test/app.ts';
import {
  backUp,
  type EmptyInstallation,
  makeEmptyInstallation,
  queryIn,
  quietProgress,
  restoreInto,
} from '../../test/backups.ts';
import { createPerson } from '../../test/factories.ts';
import {
  confirmSecrets,
  confirmStore,
  markStore,
  readMark,
} from '../features/system/installation/installation.ts';
import { filesOf } from '../features/system/stored-files/stored-files.ts';
import { newId } from '../platform/ids.ts';
import { migrateDatabase } from '../platform/migrations.ts';
import { openDiskStorage } from '../platform/storage/disk-storage.ts';
import { storedFileKinds } from '../wiring.ts';
import { checkBackup } from './restore-backup.ts';

const testApp = await startTestApp();
const { services } = testApp;
await createPerson(testApp);
/** Made before the installation had an id. */
const { address: nameless } = await backUp(testApp, { to: `${services.config.dataDir}/nameless` });
await confirmStore(services, filesOf(storedFileKinds));
await confirmSecrets(services);
const ours = (await readMark(services.storage)) ?? '';
const { address } = await backUp(testApp, { to: `${services.config.dataDir}/named` });

const idsIn = async ({ databaseUrl: url, storage }: EmptyInstallation) => [
  (await queryIn<{ id: string }>(url, 'select id from installation'))[0]?.id,
  await readMark(storage),
];

const rowIn = ({ databaseUrl: url }: Pick<EmptyInstallation, 'databaseUrl'>) =>
  queryIn(url, 'select * from installation');

/** On which the product was started once. */
async function startedOnce(id: string): Promise<EmptyInstallation> {
  const target = await makeEmptyInstallation();
  await migrateDatabase(target.databaseUrl);
  await queryIn(target.databaseUrl, `insert into installation (id) values ('${id}')`);
  await markStore(target.storage, id);
  return target;
}

test('a restored installation has the id of its backup: beside an empty store, its own, or that of the database it replaces', async () => {
  const [empty, own, fresh] = [
    await makeEmptyInstallation(),
    await makeEmptyInstallation(),
    await startedOnce(newId()),
  ];
  await markStore(own.storage, ours);
  for (const target of [empty, own, fresh]) {
    await restoreInto(target, { from: address });
    expect(await idsIn(target)).toEqual([ours, ours]);
    expect(await rowIn(target), 'with what it knows of its secrets').toEqual(await rowIn(testApp));
  }
});

test('beside the files of another installation nothing is restored, and nothing is changed', async () => {
  for (const from of [address, nameless]) {
    const target = await makeEmptyInstallation();
    const theirs = newId();
    await markStore(target.storage, theirs);
    await expect(restoreInto(target, { from })).rejects.toThrow('another installation');
    expect(target.secret).toBeUndefined();
    expect(await readMark(target.storage)).toBe(theirs);
    await migrateDatabase(target.databaseUrl);
  }
});

test('the mirror of the installation that is replaced gets the id, too; that of another keeps its own', async () => {
  const theirs = newId();
  for (const [ofMirror, expected] of [
    ['former', ours],
    [theirs, theirs],
  ] as const) {
    const former = newId();
    const target = await startedOnce(former);
    const copies = await openDiskStorage({ dir: `${target.dataDir}/copies` });
    await markStore(copies, ofMirror === 'former' ? former : ofMirror);
    await restoreInto({ ...target, copies }, { from: address });
    expect([await readMark(target.storage), await readMark(copies)]).toEqual([ours, expected]);
  }
});

test('a backup without an id leaves the id of the installation that it is restored into, also in a second try', async () => {
  const former = newId();
  const target = await startedOnce(former);

  let reads = 0;
  const breaking = {
    ...target.storage,
    read: (key: string) =>
      ++reads === 1 ? target.storage.read(key) : Promise.reject(new Error('The store is away')),
  };
  const first = restoreInto({ ...target, storage: breaking }, { from: nameless });
  await expect(first).rejects.toThrow('The store is away');
  await expect(migrateDatabase(target.databaseUrl)).rejects.toThrow('Run "npm run restore" again');
  await restoreInto(target, { from: nameless });
  expect(await idsIn(target)).toEqual([former, former]);
});

test('the database of an earlier version, which has no table of ids, can still be backed up', async () => {
  const old = await makeEmptyInstallation();
  await migrateDatabase(old.databaseUrl);
  await queryIn(old.databaseUrl, 'drop table installation');
  const made = await backUp({ services, databaseUrl: old.databaseUrl }, { to: old.dataDir });
  const config = services.config;
  const check = { config, from: made.address, passphrase: 'correct horse battery staple' };
  expect(await checkBackup({ ...check, progress: quietProgress() })).toMatchObject({ files: 0 });
});
