/** A letter that carries its owner's journal brings the book of the day on which it is delivered, and never another. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ReceivedMemories } from '../../../../../shared/delivery/received.ts';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  createPerson,
  createPhoto,
  createRecipient,
  createSchedule,
  type Person,
} from '../../../../../test/factories.ts';
import { readPdf } from '../../../../../test/pdf.ts';
import { openBrowser } from '../../../../../test/recipient-browser.ts';
import { claimFor, deliveriesOf, type Started, startDelivery } from '../../../../../test/started-delivery.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { writeLegacyBook } from '../../../memories/legacy/book.ts';
import { putJournalIn } from '../../../memories/legacy/legacy.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { resumeDeliveriesOfMemory } from '../deliveries.ts';
import { keepGiven } from '../given/given.ts';
import { deliveryToken } from '../message/message.ts';
import { startDueSchedules } from '../start/start.ts';
import { deliverBatch } from './deliver-batch.ts';
import { recordOutcomes } from './record-outcomes.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { app, services } = testApp;
const { db, storage } = services;

const answer = (owner: Person, text: string, questionIndex = 0) =>
  owner.request({ method: 'POST', url: '/api/legacy-answers', payload: { questionIndex, answer: text } });

const change = (owner: Person, memoryId: string, payload: object) =>
  owner.request({ method: 'PATCH', url: `/api/memories/${memoryId}`, payload });

/** A letter with the journal, which says `text`; it has just fallen due. */
async function started(text?: string): Promise<Started> {
  const start = await startDelivery(testApp);
  if (text) await answer(start.owner, text);
  expect((await change(start.owner, start.memoryId, { withJournal: true })).json<Memory>().withJournal).toBe(
    true,
  );
  return start;
}

async function deliver(start: Started): Promise<string> {
  const [row] = await deliveriesOf(testApp, start);
  const { id } = requireFound(row);
  await deliverBatch(services, [id]);
  return id;
}

/** What the link shows, and the book that it serves; always opened by the same browser. */
function reader(id: string) {
  const token = deliveryToken(services, id);
  const browser = openBrowser(app);
  return async () => {
    const shown = requireFound((await browser.open(token)).json<ReceivedMemories>().memories[0]);
    const file = shown.downloadUrl ? await browser.get(`${shown.downloadUrl}?download=1`) : undefined;
    return { shown, file, bytes: file?.rawPayload };
  };
}

const textOf = (book: Buffer | undefined) =>
  readPdf(requireFound(book)).pages.join(' ').replaceAll(/\s+/g, ' ');
const rowOf = async ({ memoryId }: Started) =>
  requireFound((await db.select().from(memories).where(eq(memories.id, memoryId)))[0]);

test('the book of that day goes with it, and stays byte for byte the same whatever the owner does', async () => {
  const start = await started('My mother’s kitchen.');
  const read = reader(await deliver(start));
  const { shown, file, bytes } = await read();
  expect(shown).toMatchObject({ type: 'letter', fileUrl: null });
  expect(file?.headers['content-type']).toBe('application/pdf');
  expect(file?.headers['content-disposition']).toMatch(/^attachment; filename="In my own words.pdf"/);
  expect(textOf(bytes)).toContain('My mother’s kitchen.');

  await answer(start.owner, 'The harbour instead.');
  await answer(start.owner, 'And more.', 1);
  await change(start.owner, start.memoryId, { title: 'Second thoughts' });
  await change(start.owner, start.memoryId, { withJournal: false });
  await start.owner.request({ method: 'DELETE', url: `/api/memories/${start.memoryId}` });
  const later = await read();
  expect(later.shown.title).toBe(shown.title);
  expect(later.bytes?.equals(requireFound(bytes))).toBe(true);
});

test('taken out again, with nothing else changed, it stays with whoever received it', async () => {
  const start = await started('The harbour, early.');
  const read = reader(await deliver(start));
  const { bytes } = await read();
  await change(start.owner, start.memoryId, { withJournal: false });
  expect((await rowOf(start)).fileKey).toBeNull();
  expect((await read()).bytes?.equals(requireFound(bytes))).toBe(true);
});

test('who receives it later gets the book of their day, and who has it keeps theirs', async () => {
  const start = await started('The first year.');
  const read = reader(await deliver(start));
  const first = (await read()).bytes;
  await answer(start.owner, 'The second year.');
  const leo = await createRecipient(start.owner, { firstName: 'Leo' });
  const deliveryDate = new Date(clock.now().getTime() + 60_000).toISOString();
  const { id: scheduleId } = await createSchedule(start.owner, {
    memoryId: start.memoryId,
    deliveryDate,
    recipientIds: [leo.id],
  });
  clock.advance(61);
  await startDueSchedules(services);
  const readLater = reader(await deliver({ ...start, scheduleId, recipients: [leo] }));
  expect(textOf((await readLater()).bytes)).toContain('The second year.');
  expect((await read()).bytes?.equals(requireFound(first))).toBe(true);
  expect(textOf(first)).toContain('The first year.');
});

test('several who receive it at once get one and the same book, made once', async () => {
  const start = await startDelivery(testApp, {
    people: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
  });
  await answer(start.owner, 'For both.');
  await change(start.owner, start.memoryId, { withJournal: true });
  const ids = (await deliveriesOf(testApp, start)).map(({ id }) => id);
  await deliverBatch(services, ids);
  const books = await Promise.all(ids.map(async (id) => (await reader(id)()).bytes));
  expect(books[0]?.equals(requireFound(books[1]))).toBe(true);
  const revision = (await rowOf(start)).revision;
  await putJournalIn(services, { beforeChange: keepGiven }, start.memoryId);
  expect((await rowOf(start)).revision).toBe(revision);
});

test('made twice at the same moment, the first book stays, and the other leaves no file', async () => {
  const start = await started('Once.');
  const { promise: bothRead, resolve } = Promise.withResolvers<void>();
  const keys: string[] = [];
  let writers = 0;
  const put = async (...args: Parameters<typeof storage.put>) => {
    keys.push(args[0]);
    return storage.put(...args);
  };
  const write: typeof writeLegacyBook = async (...args) => {
    writers += 1;
    if (writers === 2) resolve();
    await bothRead;
    return writeLegacyBook(...args);
  };
  const { revision } = await rowOf(start);
  const putIn = () =>
    putJournalIn(
      { ...services, storage: { ...storage, put } },
      { beforeChange: keepGiven },
      start.memoryId,
      write,
    );
  await Promise.all([putIn(), putIn()]);
  const row = await rowOf(start);
  expect(row.revision).toBe(revision + 1);
  const kept = await Promise.all(keys.map(async (key) => ((await storage.stat(key)) ? [key] : [])));
  expect([keys.length, kept.flat()]).toEqual([2, [row.fileKey]]);
});

test.each<[string, (start: Started) => Promise<unknown>]>([
  ['taken out', ({ owner, memoryId }) => change(owner, memoryId, { withJournal: false })],
  ['held', ({ memoryId }) => db.update(memories).set({ isApproved: false }).where(eq(memories.id, memoryId))],
])('%s while the book is written: the letter stays as it was, and no file is left', async (_what, act) => {
  const start = await started('Too late.');
  const keys: string[] = [];
  const put = async (...args: Parameters<typeof storage.put>) => {
    keys.push(args[0]);
    const stored = await storage.put(...args);
    await act(start);
    return stored;
  };
  await putJournalIn(
    { ...services, storage: { ...storage, put } },
    { beforeChange: keepGiven },
    start.memoryId,
  );
  expect((await rowOf(start)).fileKey).toBeNull();
  expect(await storage.stat(requireFound(keys[0]))).toBeUndefined();
});

test('a letter that may have arrived with its book needs no other: it goes again though none can be stored', async () => {
  const start = await started('As it was.');
  const putIn = () => putJournalIn(services, { beforeChange: keepGiven }, start.memoryId);
  await putIn();
  const delivery = await claimFor(testApp, start);
  const outcome = { kind: 'later', unknown: true, message: 'the connection ended' } as const;
  await recordOutcomes(services, [{ delivery, outcome }]);
  await answer(start.owner, 'As it is.');
  await putIn();
  await answer(start.owner, 'As it will be.');
  clock.advance(3600);
  const broken = { ...storage, put: () => Promise.reject(new Error('no room')) };
  await deliverBatch({ ...services, storage: broken }, [delivery.id]);
  expect((await deliveriesOf(testApp, start))[0]).toMatchObject({ status: 'delivered' });
  expect(textOf((await reader(delivery.id)()).bytes)).toContain('As it was.');
});

test('an empty journal: the letter goes alone', async () => {
  const start = await started();
  const { shown } = await reader(await deliver(start))();
  expect(shown).toMatchObject({ content: expect.any(String), downloadUrl: null });
});

test('a book that cannot be made holds the letter before staff; nothing is lost, and it goes once it can be', async () => {
  const start = await started('Unprintable.');
  const [row] = await deliveriesOf(testApp, start);
  const fails = () => Promise.reject(new Error('the thread has died'));
  await putJournalIn(services, { beforeChange: keepGiven }, start.memoryId, fails);
  expect(await rowOf(start)).toMatchObject({ isApproved: false, heldAs: 'in_review' });
  await deliver(start);
  expect((await deliveriesOf(testApp, start))[0]).toMatchObject({
    status: 'waiting',
    waitingReason: 'memory_under_review',
  });
  // Approved by a member of staff.
  await db
    .update(memories)
    .set({ isApproved: true, heldAs: null, heldReason: null })
    .where(eq(memories.id, start.memoryId));
  await inTransaction(db, (tx) => resumeDeliveriesOfMemory(tx, services, start.memoryId));
  await deliver(start);
  expect(textOf((await reader(requireFound(row).id)()).bytes)).toContain('Unprintable.');
});

test('where the book cannot be stored the letter does not go without it, and is tried again', async () => {
  const start = await started('Soon.');
  const broken = { ...storage, put: () => Promise.reject(new Error('no room')) };
  const [row] = await deliveriesOf(testApp, start);
  await deliverBatch({ ...services, storage: broken }, [requireFound(row).id]);
  const [after] = await deliveriesOf(testApp, start);
  expect(after).toMatchObject({ status: 'pending', sentTo: null });
  clock.advance(3600);
  await deliver(start);
  expect(textOf((await reader(requireFound(row).id)()).bytes)).toContain('Soon.');
});

test('a book that was damaged in the store is not sent', async () => {
  const start = await started('Whole.');
  await putJournalIn(services, { beforeChange: keepGiven }, start.memoryId);
  const { fileKey, fileSha256 } = await rowOf(start);
  await storage.remove(requireFound(fileKey ?? undefined));
  await storage.put(requireFound(fileKey ?? undefined), Readable.from([Buffer.from('not it')]), {
    maxBytes: 100,
    contentType: 'application/pdf',
  });
  expect(createHash('sha256').update('not it').digest('hex')).not.toBe(fileSha256);
  await deliver(start);
  expect((await deliveriesOf(testApp, start))[0]).toMatchObject({
    status: 'waiting',
    waitingReason: 'file_damaged',
  });
});

test('400: a journal goes with a letter only', async () => {
  const owner = await createPerson(testApp);
  const { id } = await createPhoto(owner);
  const refused = await change(owner, id, { withJournal: true });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['withJournal']]);
});
