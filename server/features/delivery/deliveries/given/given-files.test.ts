import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { checkMemory } from '../../../../../test/check-memory.ts';
import { drawnPhoto, givenDeliveries } from '../../../../../test/given-deliveries.ts';
import { deliveriesOf, replacePhoto, startDelivery } from '../../../../../test/started-delivery.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { storedFileKinds } from '../../../../wiring.ts';
import { collectContents } from '../../../data-rights/account-data/account-export/export-contents.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { storedKeys } from '../../../memories/memories/memories.ts';
import { eraseOrphans } from '../../../system/stored-files/stored-files.ts';
import { schedules } from '../deliveries.table.ts';
import type { Outcome } from '../send/outcome.ts';
import { startDueSchedules } from '../start/start.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db, storage } = services;

const { attempt, open, schedule, expectReconciled, eraseWhatNobodyUses } = givenDeliveries(testApp);

const [early, late] = [await drawnPhoto(320), await drawnPhoto(160)];

const given = { title: 'For your thirtieth', content: 'Dear Maya, here is my toast.', personalMessage: null };
const silence: Outcome = { kind: 'later', unknown: true, message: 'the connection ended' };

describe('a file replaced after somebody was given it', () => {
  async function givenPhoto() {
    const started = await startDelivery(testApp, { photo: early });
    await attempt(started);
    const [before] = await db.select().from(memories).where(eq(memories.id, started.memoryId));
    return { started, keys: storedKeys(requireFound(before)) };
  }

  test('they download theirs byte for byte, also from a page that was open; a later recipient gets the new one', async () => {
    const { started, keys } = await givenPhoto();
    const maya = await open(started);
    await replacePhoto(started.owner, started.memoryId, late);
    await checkMemory(services, { memoryId: started.memoryId, revision: 2 });
    await eraseWhatNobodyUses(keys);
    await eraseOrphans(services, storedFileKinds);
    const saved: string[] = [];
    for (const { files } of requireFound(storedFileKinds['memories/']).all)
      saved.push(...(await db.execute<{ key: string }>(files)).rows.map(({ key }) => key));
    expect(saved, 'in a backup').toEqual(expect.arrayContaining(keys));
    expect(new Set(saved).size, 'each once').toBe(saved.length);

    const { contents, keys: exported } = await collectContents(services, started.owner.user.id, clock.now());
    expect(contents.givenVersions).toMatchObject([{ title: given.title, sentTo: ['Maya'] }]);
    expect(exported.get(contents.givenVersions[0]?.file?.path ?? '')).toBe(keys[0]);

    const second = await schedule(started, [requireFound(started.recipients[0]).id]);
    clock.advance(61);
    await startDueSchedules(services);
    await attempt(second);
    const shown = await maya.read();
    for (const url of [
      requireFound(maya.shown.downloadUrl ?? undefined),
      requireFound(shown.downloadUrl ?? undefined),
    ])
      expect((await maya.browser.get(url)).rawPayload.equals(early.bytes)).toBe(true);
    expect((await maya.browser.get(requireFound(shown.fileUrl ?? undefined))).statusCode).toBe(200);
    const newer = await open(second);
    const download = await newer.browser.get(requireFound(newer.shown.downloadUrl ?? undefined));
    expect(download.rawPayload.equals(late.bytes)).toBe(true);
    await expectReconciled();
  });

  test('a version that no delivery refers to any more is erased with its files', async () => {
    const { started, keys } = await givenPhoto();
    await replacePhoto(started.owner, started.memoryId, late);
    await db.delete(schedules).where(eq(schedules.id, started.scheduleId));
    await eraseWhatNobodyUses(keys);
    for (const key of keys) expect(await storage.stat(key)).toBeUndefined();
  });

  test('the next mail of a delivery that began is sent only if the file that it brings is whole', async () => {
    const started = await startDelivery(testApp, { photo: early });
    await attempt(started, silence);
    const [before] = await db.select().from(memories).where(eq(memories.id, started.memoryId));
    await replacePhoto(started.owner, started.memoryId, late);
    const changed = Readable.from([Buffer.from('not what it was')]);
    await storage.put(before?.fileKey ?? '', changed, { maxBytes: 100 });
    await attempt(started);
    expect(await deliveriesOf(testApp, started)).toMatchObject([
      { status: 'waiting', waitingReason: 'file_damaged', memoryVersionId: null },
    ]);
    await checkMemory(services, { memoryId: started.memoryId, revision: 2 });
    await attempt(started);
    const { browser, shown } = await open(started);
    const download = await browser.get(requireFound(shown.downloadUrl ?? undefined));
    expect(download.rawPayload.equals(late.bytes)).toBe(true);
  });
});
