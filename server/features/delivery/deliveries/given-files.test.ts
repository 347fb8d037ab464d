import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { ReceivedMemories } from '../../../../shared/delivery/received.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { checkMemory } from '../../../../test/check-memory.ts';
import { createSchedule } from '../../../../test/factories.ts';
import { drawing, type MediaFile } from '../../../../test/media.ts';
import { openBrowser } from '../../../../test/recipient-browser.ts';
import {
  claimFor,
  deliveriesOf,
  replacePhoto,
  type Started,
  startDelivery,
} from '../../../../test/started-delivery.ts';
import { found } from '../../../platform/errors.ts';
import { storedFileKinds } from '../../../wiring.ts';
import { collectContents } from '../../data-rights/account-export/export-contents.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import { storedKeys } from '../../memories/memories/memories.ts';
import { eraseFilesHandler } from '../../system/stored-files/stored-files.jobs.ts';
import { eraseOrphans } from '../../system/stored-files/stored-files.ts';
import { schedules } from '../schedules/schedules.table.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { deliveryToken, eraseUnusedVersions } from './deliveries.ts';
import { deliveryId } from './links.ts';
import { findDifferences } from './reconcile.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { type Outcome, sendDelivery } from './send-delivery.ts';
import { startDueSchedules } from './start.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { app, services } = testApp;
const { db, storage } = services;

/** No worker runs here, so what is never attempted stays where it is. As of this time nothing is overdue. */
const beginning = clock.now();

const photo = async (width: number): Promise<MediaFile> => ({
  name: `${width}.jpg`,
  contentType: 'image/jpeg',
  bytes: await drawing(width).jpeg().toBuffer(),
});
const [early, late] = [await photo(320), await photo(160)];

const given = { title: 'For your thirtieth', content: 'Dear Maya, here is my toast.', personalMessage: null };
const silence: Outcome = { kind: 'later', unknown: true, message: 'the connection ended' };

const idOf = ({ scheduleId, recipients }: Started, index = 0) =>
  deliveryId({ scheduleId, recipientId: found(recipients[index]).id });

/** One attempt at the delivery to one of the recipients; without an outcome it is really sent. */
async function attempt(started: Started, outcome?: Outcome, index = 0): Promise<void> {
  const id = idOf(started, index);
  await db.update(deliveryQueue).set({ attemptAfter: clock.now() }).where(eq(deliveryQueue.id, id));
  const delivery = await claimFor(testApp, started, started.recipients[index]);
  await recordOutcomes(services, [
    { delivery, outcome: outcome ?? (await sendDelivery(services, delivery)) },
  ]);
}

/** The browser of one of the recipients, and what their link shows in it. */
async function open(started: Started, index = 0) {
  const token = deliveryToken(services, idOf(started, index));
  const browser = openBrowser(app);
  const read = async () => found((await browser.open(token)).json<ReceivedMemories>().memories[0]);
  return { token, browser, read, shown: await read() };
}

async function schedule(started: Started, recipientIds: string[], inSeconds = 60): Promise<Started> {
  const deliveryDate = new Date(clock.now().getTime() + inSeconds * 1000).toISOString();
  const { id } = await createSchedule(started.owner, {
    memoryId: started.memoryId,
    deliveryDate,
    recipientIds,
  });
  return { ...started, scheduleId: id };
}

async function expectReconciled(): Promise<void> {
  expect(await findDifferences(db, beginning)).toEqual([]);
}

/** What the background jobs do about files whose rows are gone. */
async function eraseWhatNobodyUses(keys: string[]): Promise<void> {
  await eraseUnusedVersions(services);
  await eraseFilesHandler(services, storedFileKinds)({ keys });
}

describe('a file replaced after somebody was given it', () => {
  async function givenPhoto() {
    const started = await startDelivery(testApp, { photo: early });
    await attempt(started);
    const [before] = await db.select().from(memories).where(eq(memories.id, started.memoryId));
    return { started, keys: storedKeys(found(before)) };
  }

  test('they download theirs byte for byte, also from a page that was open; a later recipient gets the new one', async () => {
    const { started, keys } = await givenPhoto();
    const maya = await open(started);
    await replacePhoto(started.owner, started.memoryId, late);
    await checkMemory(services, { memoryId: started.memoryId, revision: 2 });
    await eraseWhatNobodyUses(keys);
    await eraseOrphans(services, storedFileKinds);
    const saved: string[] = [];
    for (const { files } of found(storedFileKinds['memories/']).all)
      saved.push(...(await db.execute<{ key: string }>(files)).rows.map(({ key }) => key));
    expect(saved, 'in a backup').toEqual(expect.arrayContaining(keys));
    expect(new Set(saved).size, 'each once').toBe(saved.length);

    const { contents, keys: exported } = await collectContents(services, started.owner.user.id, clock.now());
    expect(contents.givenVersions).toMatchObject([{ title: given.title, sentTo: ['Maya'] }]);
    expect(exported.get(contents.givenVersions[0]?.file?.path ?? '')).toBe(keys[0]);

    const second = await schedule(started, [found(started.recipients[0]).id]);
    clock.advance(61);
    await startDueSchedules(services);
    await attempt(second);
    const shown = await maya.read();
    for (const url of [found(maya.shown.downloadUrl ?? undefined), found(shown.downloadUrl ?? undefined)])
      expect((await maya.browser.get(url)).rawPayload.equals(early.bytes)).toBe(true);
    expect((await maya.browser.get(found(shown.fileUrl ?? undefined))).statusCode).toBe(200);
    const newer = await open(second);
    const download = await newer.browser.get(found(newer.shown.downloadUrl ?? undefined));
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
    const download = await browser.get(found(shown.downloadUrl ?? undefined));
    expect(download.rawPayload.equals(late.bytes)).toBe(true);
  });
});
