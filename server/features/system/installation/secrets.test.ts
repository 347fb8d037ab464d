import { beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/app.ts';
import { backUp } from '../../../../test/backups.ts';
import { newId } from '../../../platform/ids.ts';
import type { AppSecret } from '../../../platform/sealed.ts';
import { rotateKey } from '../../../rotate-key.ts';
import { installation } from './installation.table.ts';
import { confirmSecrets, findInstallation, nameInstallation } from './installation.ts';

const testApp = await startTestApp();
const { services } = testApp;
const { db, appSecret: ours } = services;
const other = 'another secret that is long enough too';
const confirm = (secret: Partial<AppSecret> = {}) =>
  confirmSecrets({ db, appSecret: { ...ours, ...secret } });

beforeEach(async () => {
  await db.delete(installation);
  await nameInstallation(db, newId());
});

test('the secrets of the first start are those of the installation; others are refused by name', async () => {
  await confirm();
  await confirm();
  await expect(confirm({ current: other })).rejects.toMatchObject({
    faults: [expect.stringMatching(/^APP_SECRET: /), expect.anything()],
  });
  await expect(confirm({ links: other })).rejects.toMatchObject({
    faults: [expect.stringMatching(/^LINK_SECRET: /), expect.anything()],
  });
  await expect(confirm({ current: other, links: other })).rejects.toMatchObject({
    faults: [
      expect.stringMatching(/^APP_SECRET: /),
      expect.stringMatching(/^LINK_SECRET: /),
      expect.anything(),
    ],
  });
  const row = await findInstallation(db);
  expect(JSON.stringify(row)).not.toContain(ours.current);
});

test('a secret that is changed as it should be is accepted at each step, and the old one is needed until all is sealed again', async () => {
  await confirm();
  const both = { current: other, previous: [ours.current] };
  await confirm({ previous: [other] });
  await confirm(both);
  await expect(confirm({ current: other })).rejects.toThrow('APP_SECRET');
  expect(await rotateKey({ ...services, appSecret: { ...ours, ...both } }, () => undefined)).toBe(0);
  await confirm({ current: other });
  await expect(confirm()).rejects.toThrow('APP_SECRET');
});

test('of two processes that start for the first time at once with different secrets, one is refused', async () => {
  for (let times = 0; times < 5; times++) {
    await db.update(installation).set({ secretCheck: null, linkFingerprint: null });
    const started = await Promise.allSettled([confirm(), confirm({ current: other, links: other })]);
    expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  }
});

test('with another secret no backup is made, since nobody could read it', async () => {
  await confirm();
  const wrong = { ...services, appSecret: { ...ours, current: other } };
  await expect(backUp({ ...testApp, services: wrong })).rejects.toThrow('APP_SECRET');
  await backUp(testApp);
});
