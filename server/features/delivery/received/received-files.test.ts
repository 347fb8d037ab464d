import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ReceivedMemories } from '../../../../shared/delivery/received.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { createTestClock, eventually, startTestApp } from '../../../../test/app.ts';
import { createPerson, createRecipient, createSchedule, type Person } from '../../../../test/factories.ts';
import { drawing } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';
import { openBrowser } from '../../../../test/recipient-browser.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import { deliveryQueue } from '../deliveries/deliveries.table.ts';
import { deliveryToken } from '../deliveries/deliveries.ts';
import { sweepDueDeliveries } from '../deliveries/sweep.jobs.ts';

// In all these tests the link is valid and the device is the one that opened it.

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
  const form = multipart({ type: 'photo', title, recipient: 'Maya' }, photo);
  const uploaded = await owner.request({ method: 'POST', url: '/api/memories/upload', ...form });
  const { id } = uploaded.json<Memory>();
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
  clock.advance(61);
  await sweepDueDeliveries(services);
  const deliveries = await eventually(async () => {
    const rows = await services.db.select().from(deliveryQueue);
    return rows.length === 3 && rows.every(({ status }) => status === 'delivered') && rows;
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

test('security 42: a film without a rendition is not shown, only downloaded', async () => {
  const found = async () =>
    (await phone.open(token)).json<ReceivedMemories>().memories.find(({ id }) => id === kept.forMaya);
  expect((await found())?.fileUrl).toMatch(/display$/);
  const set = { type: 'video', displayKey: null } as const;
  await services.db.update(memories).set(set).where(eq(memories.id, kept.forMaya));
  expect(await found()).toMatchObject({ fileUrl: null, downloadUrl: expect.stringMatching(/file$/) });
});
