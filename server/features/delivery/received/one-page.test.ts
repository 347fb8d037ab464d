import { expect, test } from 'vitest';
import type { ReceivedCover, ReceivedMemories } from '../../../../shared/delivery/received.ts';
import { createTestClock, eventually, startTestApp } from '../../../../test/app.ts';
import {
  createApprovedLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
} from '../../../../test/factories.ts';
import { mailTo, receivedTokenIn } from '../../../../test/mailbox.ts';
import { openBrowser } from '../../../../test/recipient-browser.ts';
import { readZip } from '../../../../test/zip.ts';
import { sweepDueDeliveries } from '../deliveries/start/sweep.jobs.ts';

// Every link leads to the one page of its owner and recipient.

const clock = createTestClock('2026-11-20T12:00:00Z');
const testApp = await startTestApp({ clock });
const { app, services } = testApp;
await testApp.work();

async function deliver(owner: Person, recipientId: string, title: string, inSeconds = 60): Promise<void> {
  const { id } = await createApprovedLetter(owner, { title, content: `About ${title}` });
  const deliveryDate = new Date(clock.now().getTime() + inSeconds * 1000).toISOString();
  const schedule = await createSchedule(owner, { memoryId: id, deliveryDate, recipientIds: [recipientId] });
  if (inSeconds > 60) return;
  clock.advance(inSeconds + 1);
  await sweepDueDeliveries(services);
  const isDelivered = async () =>
    (await owner.request({ url: `/api/schedules/${schedule.id}` })).json<{ isDelivered: boolean }>()
      .isDelivered;
  await eventually(isDelivered, 'the delivery');
}

async function twoLetters() {
  const owner = await createPerson(testApp);
  const maya = await createRecipient(owner);
  const address = maya.email ?? '';
  await deliver(owner, maya.id, 'The first');
  await deliver(owner, maya.id, 'The second');
  const [second, first] = (await mailTo(services, address)).map(receivedTokenIn);
  return { owner, maya, address, first: first ?? '', second: second ?? '' };
}

const coverOf = async (phone: ReturnType<typeof openBrowser>, token: string) =>
  (await phone.get(`/api/received/${token}`)).json<ReceivedCover>();

test('200: one at a time, the newest first; what was opened has a title, and the rest has none', async () => {
  const { first, second } = await twoLetters();
  const phone = openBrowser(app);
  const before = await coverOf(phone, first);
  expect(before.memories).toHaveLength(2);
  expect(before).toMatchObject({ opened: [], said: null });
  const newest = before.memories[0]?.id;
  const { memories } = (await phone.open(first, { id: newest })).json<ReceivedMemories>();
  expect(memories.map(({ title, deliveryId }) => [title, deliveryId])).toEqual([['The second', newest]]);
  for (const token of [first, second]) {
    const after = await coverOf(phone, token);
    expect(after).toMatchObject({ codeNeeded: false, memoriesWaiting: 1 });
    expect(after.opened.map(({ title }) => title)).toEqual(['The second']);
    expect(JSON.stringify(after)).not.toContain('The first');
  }
});

test('404: a file or the ZIP shows nothing that was not opened', async () => {
  const { first } = await twoLetters();
  const phone = openBrowser(app);
  const [newest, oldest] = (await coverOf(phone, first)).memories;
  await phone.open(first, { id: newest?.id });
  const file = `/api/received/${first}/memories/${oldest?.id}/file`;
  expect((await phone.get(file)).statusCode).toBe(404);
  const zip = await phone.get(`/api/received/${first}/everything.zip`);
  expect(zip.body).toContain('The second');
  expect(zip.body).not.toContain('The first');
  expect((await coverOf(phone, first)).memoriesWaiting).toBe(1);
});

test('200: the ZIP begins with what came first, whichever link it is asked by', async () => {
  const { first, second } = await twoLetters();
  const phone = openBrowser(app);
  await phone.open(first);
  for (const token of [first, second]) {
    const { rawPayload } = await phone.get(`/api/received/${token}/everything.zip`);
    expect([...readZip(rawPayload).keys()]).toEqual(['01 The first.txt', '02 The second.txt', 'index.html']);
  }
});

test('404: what lies on another page', async () => {
  const [one, two] = [await twoLetters(), await twoLetters()];
  const id = (await coverOf(openBrowser(app), two.first)).memories[0]?.id;
  expect((await openBrowser(app).open(one.first, { id })).statusCode).toBe(404);
});

test('security 51: a new link opens nothing on a page that somebody has opened before, without a code', async () => {
  const { owner, maya, address, first } = await twoLetters();
  const phone = openBrowser(app);
  await phone.open(first);
  await deliver(owner, maya.id, 'The third');
  const [third] = (await mailTo(services, address)).map(receivedTokenIn);
  const stranger = openBrowser(app);
  expect(await coverOf(stranger, third ?? '')).toMatchObject({ codeNeeded: true, memories: [], opened: [] });
  expect((await stranger.open(third ?? '')).statusCode).toBe(409);
  const known = await coverOf(phone, third ?? '');
  expect(known).toMatchObject({ codeNeeded: false, memoriesWaiting: 1 });
  expect(known.opened).toHaveLength(2);
});

test('of two devices that come by two links at the same moment, one is let in', async () => {
  const { first, second } = await twoLetters();
  const answers = await Promise.all([openBrowser(app).open(first), openBrowser(app).open(second)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});

test('200: a code lets a device in and opens nothing', async () => {
  const { first, second, address } = await twoLetters();
  const phone = openBrowser(app);
  const newest = (await coverOf(phone, first)).memories[0]?.id;
  await phone.open(first, { id: newest });
  const laptop = openBrowser(app);
  expect((await laptop.act(second, 'code')).statusCode).toBe(409);
  const code = /\b\d{6}\b/.exec((await mailTo(services, address))[0]?.text ?? '')?.[0];
  // It was requested through one link, and is valid for the whole page.
  const cover = (await laptop.act(first, 'code', { code })).json<ReceivedCover>();
  expect(cover).toMatchObject({ codeNeeded: false, memoriesWaiting: 1 });
  expect(cover.opened.map(({ title }) => title)).toEqual(['The second']);
});

test('security 51: the page of an earlier address shows nothing newer; a device that is known at both finds all', async () => {
  const { owner, maya, first } = await twoLetters();
  const phone = openBrowser(app);
  await phone.open(first);
  const moved = `moved.${maya.id}@example.com`;
  await owner.request({
    method: 'PUT',
    url: `/api/recipients/${maya.id}`,
    payload: { ...maya, email: moved },
  });
  await deliver(owner, maya.id, 'At the new address');
  const [token] = (await mailTo(services, moved)).map(receivedTokenIn);
  expect(await coverOf(phone, first)).toMatchObject({
    memoriesWaiting: 0,
    said: { can: ['reply', 'not-me'] },
  });
  const other = openBrowser(app);
  await other.open(token ?? '');
  expect((await coverOf(other, token ?? '')).opened).toHaveLength(1);
  expect((await coverOf(phone, token ?? '')).codeNeeded).toBe(true);
  await phone.act(token ?? '', 'code');
  const code = /\b\d{6}\b/.exec((await mailTo(services, moved))[0]?.text ?? '')?.[0];
  const all = (await phone.act(token ?? '', 'code', { code })).json<ReceivedCover>();
  expect(all.opened).toHaveLength(3);
});

test('whether more comes is said only where the owner allows it, and never what', async () => {
  const { owner, maya, first } = await twoLetters();
  const phone = openBrowser(app);
  await phone.open(first);
  const moreWith = async (tellMore: string) => {
    const url = `/api/recipients/${maya.id}`;
    await owner.request({ method: 'PUT', url, payload: { ...maya, version: undefined, tellMore } });
    return (await coverOf(phone, first)).more;
  };
  expect([await moreWith('more'), await moreWith('last')]).toEqual(['nothing', 'nothing']);
  await deliver(owner, maya.id, 'Still to come', 24 * 60 * 60);
  expect([await moreWith('nothing'), await moreWith('more'), await moreWith('last')]).toEqual([
    'nothing',
    'more',
    'more',
  ]);
  expect((await coverOf(openBrowser(app), first)).more).toBe('nothing');
});
