import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { acceptAppSecret, loadOrCreateAppSecret, textOfSecret } from './app-secret.ts';
import { systemRandom } from './random.ts';
import type { AppSecret } from './sealed.ts';

const only = (secret: string): AppSecret => ({ current: secret, previous: [], links: secret });
const ofBackup = 'the secret of the backup, long enough';

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'app-secret-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return dataDir;
}

test('without APP_SECRET the secret of a backup becomes the one of the data folder', async () => {
  const dataDir = await makeDataDir();
  const before = await loadOrCreateAppSecret(dataDir, systemRandom);
  const take = await acceptAppSecret({ appSecret: undefined, dataDir }, ofBackup);
  expect(await loadOrCreateAppSecret(dataDir, systemRandom)).toEqual(before);
  await take();
  expect(await loadOrCreateAppSecret(dataDir, systemRandom)).toEqual(only(ofBackup));
  expect((await stat(join(dataDir, 'app-secret'))).mode & 0o777).toBe(0o600);
});

test('another APP_SECRET is refused, and the right one stored where only its owner can read it', async () => {
  const dataDir = await makeDataDir();
  await acceptAppSecret({ appSecret: only(ofBackup), dataDir }, ofBackup);
  const path = join(dataDir, 'app-secret-of-backup');
  const appSecret = only('another secret that is long enough too');
  await expect(acceptAppSecret({ appSecret, dataDir }, ofBackup)).rejects.toThrow(`now in ${path}`);
  expect(await readFile(path, 'utf8')).toBe(ofBackup);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a backup from before a change of the secret is taken by whoever still has the previous one', async () => {
  const dataDir = await makeDataDir();
  const appSecret = {
    current: 'another secret that is long enough too',
    previous: [ofBackup],
    links: ofBackup,
  };
  await acceptAppSecret({ appSecret, dataDir }, ofBackup);
  const otherLinks = { ...appSecret, links: appSecret.current };
  await expect(acceptAppSecret({ appSecret: otherLinks, dataDir }, ofBackup)).rejects.toThrow('LINK_SECRET');
  await (await acceptAppSecret({ appSecret: undefined, dataDir }, textOfSecret(appSecret)))();
  expect(await loadOrCreateAppSecret(dataDir, systemRandom)).toEqual(appSecret);
});
