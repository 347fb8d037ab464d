import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createLetter } from '../../../../test/factories.ts';
import { drawnPhoto, givenDeliveries } from '../../../../test/given-deliveries.ts';
import { startDelivery } from '../../../../test/started-delivery.ts';
import { createFamily } from '../../../../test/sunset.ts';
import { hashToken } from '../../../platform/random.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { deliveryQueue, schedules } from '../../delivery/deliveries/deliveries.table.ts';
import { openHolds } from '../../delivery/deliveries/holds/holds.ts';
import { deliveryToken } from '../../delivery/deliveries/message/message.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import { close } from './close.ts';
import { announce, readStatus } from './sunset.ts';

const clock = createTestClock('2031-01-15T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;
const by = 'command:operator';
const given = givenDeliveries(testApp);
const folder = () => mkdtemp(join(tmpdir(), 'long-after-kept-'));

/** When the page of each link was written; unfinished drafts do not count. */
async function writtenAt(site: string): Promise<Map<string, number>> {
  const names = (await readdir(join(site, 'kept'))).filter((name) => !name.startsWith('.'));
  const times = names.map(async (name) => (await stat(join(site, 'kept', name, 'index.html'))).mtimeMs);
  return new Map((await Promise.all(times)).map((time, at) => [names[at] ?? '', time]));
}

test('the last days of a family: what was given stays readable by its link, and nothing else is written', async () => {
  const family = await createFamily(testApp);
  const photo = await startDelivery(testApp, { photo: await drawnPhoto(64) });
  await given.attempt(photo);
  const revoked = await startDelivery(testApp);
  await given.attempt(revoked);
  await db
    .update(deliveryQueue)
    .set({ releaseRevokedAt: clock.now() })
    .where(eq(deliveryQueue.scheduleId, revoked.scheduleId));
  const deleted = await startDelivery(testApp);
  await given.attempt(deleted);
  await db.update(memories).set({ deleteOnDeathSince: clock.now() }).where(eq(memories.id, deleted.memoryId));
  const waiting = await startDelivery(testApp);
  await createLetter(family.owner, { title: 'Given to nobody' });

  const leaving = await startDelivery(testApp);
  await given.attempt(leaving);
  const deletion = { deletionRequestedAt: clock.now(), deletionReceived: 'keep' } as const;
  await db.update(users).set(deletion).where(eq(users.id, leaving.owner.user.id));

  await announce(services, { lastDay: '2032-01-31', by });
  const to = await folder();
  await expect(close(services, { to, by, leaveOpen: true })).rejects.toThrow('until then only withdraw');
  clock.set('2032-01-31T08:00:00Z');
  await expect(close(services, { to, by, leaveOpen: false })).rejects.toThrow(
    'Deliveries that are pending: 1',
  );
  await given.attempt(waiting);

  // The photo cannot be copied.
  const storage = { ...services.storage, read: () => Promise.reject(new Error('The disk is full')) };
  await expect(close({ ...services, storage }, { to, by, leaveOpen: false })).rejects.toThrow(
    /^1 of 5 links could not be written.*The disk is full/,
  );
  expect((await readStatus(services)).state).toBe('last-day');
  const pageOf = (token: string) => join(to, 'kept', hashToken(token), 'index.html');
  const written = await writtenAt(to);
  expect(written.size, 'all others are written').toBe(4);
  const outcome = await close(services, { to, by, leaveOpen: false });
  expect(outcome).toEqual({ links: 5, before: written.size, faults: 0 });
  expect([...(await writtenAt(to))]).toEqual(expect.arrayContaining([...written]));

  const letter = await readFile(pageOf(family.token), 'utf8');
  expect(letter).toContain('Dear Maya, here is my toast.');
  expect(letter).toContain('This page is meant to stay until 31 January 2037');
  expect(letter).not.toContain('<script');
  const photoToken = deliveryToken(services, given.idOf(photo));
  const files = await readdir(join(to, 'kept', hashToken(photoToken)));
  expect(files).toContain('original 64.jpg');
  const original = await readFile(join(to, 'kept', hashToken(photoToken), 'original 64.jpg'));
  expect(original).toEqual((await drawnPhoto(64)).bytes);
  const kept = await readdir(join(to, 'kept'));
  expect(kept).toHaveLength(5);
  for (const absent of [revoked, deleted])
    expect(kept).not.toContain(hashToken(deliveryToken(services, given.idOf(absent))));

  expect((await readStatus(services)).state).toBe('closed');
  expect(await openHolds(db)).toEqual([expect.objectContaining({ message: 'The service has closed' })]);
  await expect(close(services, { to, by, leaveOpen: false })).rejects.toThrow('The service has closed.');
  expect(await db.$count(schedules, eq(schedules.isDelivered, false))).toBe(0);
});
