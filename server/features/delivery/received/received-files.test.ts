import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { ReceivedMemories } from '../../../../shared/delivery/received.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { createTestClock, eventually, startTestApp } from '../../../../test/app.ts';
import {
  createApprovedLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
  uploadMemory,
} from '../../../../test/factories.ts';
import { drawing } from '../../../../test/media.ts';
import { openBrowser } from '../../../../test/recipient-browser.ts';
import { readZip } from '../../../../test/zip.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import { listBroken } from '../../system/stored-files/stored-files.ts';
import { deliveryQueue } from '../deliveries/deliveries.table.ts';
import { deliveryToken } from '../deliveries/message/message.ts';
import { sweepDueDeliveries } from '../deliveries/start/sweep.jobs.ts';

// In all of these tests the link is valid, and the device is the one that opened it.

const clock = createTestClock('2026-11-20T12:00:00Z');
const testApp = await startTestApp({ clock });
const { app, services } = testApp;
await testApp.work();

const year = 365 * 24 * 60 * 60;

/** An approved photo of the owner, scheduled for `recipientId` if given. */
async function keepPhoto(
  owner: Person,
  title: string,
  recipientId?: string,
  inSeconds = 60,
): Promise<string> {
  const bytes = await drawing(64, 48).jpeg().toBuffer();
  const photo = { name: `${title}.jpg`, contentType: 'image/jpeg', bytes };
  const { id } = await uploadMemory(owner, { type: 'photo', title }, photo);
  await eventually(
    async () => (await owner.request({ url: `/api/memories/${id}` })).json<Memory>().isApproved,
    `${title} to be approved`,
  );
  const deliveryDate = new Date(clock.now().getTime() + inSeconds * 1000).toISOString();
  if (recipientId) await createSchedule(owner, { memoryId: id, deliveryDate, recipientIds: [recipientId] });
  return id;
}

type Kept = 'forMaya' | 'forMayaInAYear' | 'forLeo' | 'forNobodyYet' | 'fromSomebodyElse';
let kept: Record<Kept, string>;
let token: string;
let phone: ReturnType<typeof openBrowser>;

beforeAll(async () => {
  const [owner, stranger] = [await createPerson(testApp), await createPerson(testApp)];
  const maya = await createRecipient(owner);
  const leo = await createRecipient(owner, { firstName: 'Leo', email: `leo.${maya.id}@example.com` });
  const mayaOfStranger = await createRecipient(stranger, { email: maya.email });
  kept = {
    forMaya: await keepPhoto(owner, 'For Maya', maya.id),
    forMayaInAYear: await keepPhoto(owner, 'For Maya in a year', maya.id, year),
    forLeo: await keepPhoto(owner, 'For Leo', leo.id),
    forNobodyYet: await keepPhoto(owner, 'For nobody yet'),
    fromSomebodyElse: await keepPhoto(stranger, 'From somebody else', mayaOfStranger.id),
  };
  const letter = { title: 'On <your> day', content: 'Dear <Maya>', personalMessage: 'With <love>' };
  const { id: memoryId } = await createApprovedLetter(owner, letter);
  const deliveryDate = new Date(clock.now().getTime() + 60_000).toISOString();
  // Twice, as for a series that repeats every year.
  for (let times = 0; times < 2; times += 1)
    await createSchedule(owner, { memoryId, deliveryDate, recipientIds: [maya.id] });
  clock.advance(61);
  await sweepDueDeliveries(services);
  const deliveries = await eventually(async () => {
    const rows = await services.db.select().from(deliveryQueue);
    return rows.length === 5 && rows.every(({ status }) => status === 'delivered') && rows;
  }, 'what is due to be delivered');
  token = deliveryToken(services, deliveries.find((one) => one.recipientId === maya.id)?.id ?? '');
  phone = openBrowser(app);
  expect((await phone.open(token)).statusCode).toBe(200);
});

describe.each(['file', 'display'])('GET /api/received/:token/memories/:memoryId/%s', (rendition) => {
  const ask = (memoryId: string) => phone.get(`/api/received/${token}/memories/${memoryId}/${rendition}`);

  test('200: what was left for this recipient', async () => {
    expect((await ask(kept.forMaya)).statusCode).toBe(200);
  });

  test.each<[string, Kept]>([
    ['left by the same owner for another recipient', 'forLeo'],
    ['not scheduled for anybody yet', 'forNobodyYet'],
    ['for this recipient, but not due yet', 'forMayaInAYear'],
    ['left by another owner at the same address', 'fromSomebodyElse'],
  ])('404: %s', async (_why, which) => {
    const answer = await ask(kept[which]);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  test('404: no longer approved', async () => {
    const setApproved = (isApproved: boolean) =>
      services.db.execute(`update memories set is_approved = ${isApproved} where id = '${kept.forMaya}'`);
    await setApproved(false);
    expect((await ask(kept.forMaya)).statusCode).toBe(404);
    await setApproved(true);
    expect((await ask(kept.forMaya)).statusCode).toBe(200);
  });
});

describe('GET /api/received/:token/everything.zip', () => {
  const ask = () => phone.get(`/api/received/${token}/everything.zip`);

  test('200: what was left for this recipient, the originals byte for byte, and nothing else', async () => {
    const original = await phone.get(`/api/received/${token}/memories/${kept.forMaya}/file`);
    const answer = await ask();
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="From Ruth/),
      'cache-control': 'private, no-store',
    });
    const files = readZip(answer.rawPayload);
    const photo = [...files.keys()].find((path) => path.endsWith(' For Maya.jpg'));
    const letter = [...files.keys()].find((path) => path.endsWith(' On your day.txt'));
    expect([...files.keys()].toSorted()).toEqual([photo, letter, 'index.html'].toSorted());
    expect(files.get(photo ?? '')).toEqual(original.rawPayload);
    expect(files.get(letter ?? '')?.toString()).toMatch(
      /^On <your> day\n\nRuth .+\n\nWith <love>\n\nDear <Maya>\n$/,
    );
    const page = files.get('index.html')?.toString();
    expect(page).toContain('On &lt;your&gt; day');
    expect(page).not.toMatch(/<(your|Maya|love)>/);
    expect(page).toContain(encodeURIComponent(photo ?? ''));
  });

  test('200: HEAD sends no bytes, and opens no file', async () => {
    using opened = vi.spyOn(services.storage, 'read');
    const answer = await phone.head(`/api/received/${token}/everything.zip`);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toHaveLength(0);
    // Whatever it had begun to read would be read before this.
    await ask();
    expect(opened).toHaveBeenCalledTimes(1);
  });

  test('200: without a memory that is being checked, or a file that storage has lost', async () => {
    const photo = eq(memories.id, kept.forMaya);
    const [row] = await services.db.select().from(memories).where(photo);
    const paths = async () => [...readZip((await ask()).rawPayload).keys()].map((path) => path.slice(3));
    await services.db.update(memories).set({ isApproved: false }).where(photo);
    expect(await paths()).toEqual(['On your day.txt', 'ex.html']);
    await services.db.update(memories).set({ isApproved: true, fileKey: 'lost/photo' }).where(photo);
    expect((await paths()).toSorted()).toEqual([
      'On your day.txt',
      'ase read - what is missing.txt',
      'ex.html',
    ]);
    expect(
      readZip((await ask()).rawPayload)
        .get('index.html')
        ?.toString(),
    ).toContain('could not be put in');
    await services.db.update(memories).set({ fileKey: row?.fileKey }).where(photo);
  });

  test('F48: 200: a file that is missing or damaged is named in a text, and staff hear of it', async () => {
    const photo = eq(memories.id, kept.forMaya);
    const [row] = await services.db.select().from(memories).where(photo);
    const key = row?.fileKey ?? '';
    const saved = await buffer(await services.storage.read(key));
    const put = (bytes: Buffer) => services.storage.put(key, Readable.from([bytes]), { maxBytes: 1_000_000 });
    const read = async () => {
      const files = readZip((await ask()).rawPayload);
      const texts = [...files].filter(([path]) => path.startsWith('Please read'));
      return { page: String(files.get('index.html')), text: texts.map(([, text]) => String(text)).join() };
    };
    const broken = async () =>
      (await listBroken(services.db)).filter((file) => file.key === key).map(({ fault }) => fault);

    expect((await read()).text).toBe('');
    await put(Buffer.concat([saved, Buffer.from('!')]));
    const damaged = await read();
    expect(damaged.text).toMatch(/For Maya\.jpg: it is in here, but it has changed .*This is our fault/s);
    expect(damaged.page).toContain('has changed in our storage');
    await eventually(async () => (await broken()).length > 0, 'the damage to be recorded');
    expect(await broken()).toEqual(['damaged']);

    await services.storage.remove(key);
    const missing = await read();
    expect(missing.text).toMatch(/- For Maya: it could not be put in, because it is missing/);
    expect(missing.page).toContain('could not be put in');
    expect(await broken()).toEqual(['missing']);
    await put(saved);
  });

  test('404: on a device that has not opened it', async () => {
    const answer = await openBrowser(app).get(`/api/received/${token}/everything.zip`);
    expect(answer.statusCode).toBe(404);
  });
});

test('security 42: a film without a rendition is not shown, only downloaded', async () => {
  const found = async () =>
    (await phone.open(token)).json<ReceivedMemories>().memories.find(({ id }) => id === kept.forMaya);
  expect((await found())?.fileUrl).toMatch(/display$/);
  const set = { type: 'video', displayKey: null } as const;
  await services.db.update(memories).set(set).where(eq(memories.id, kept.forMaya));
  expect(await found()).toMatchObject({ fileUrl: null, downloadUrl: expect.stringMatching(/file$/) });
});
