import { describe, expect, test } from 'vitest';
import type { ReceivedCover, ReceivedMemories } from '../../../../shared/delivery/received.ts';
import { createTestClock, eventually, startTestApp } from '../../../../test/app.ts';
import {
  createApprovedLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
} from '../../../../test/factories.ts';
import { firstMailTo, mailTo, receivedTokenIn } from '../../../../test/mailbox.ts';
import { openBrowser } from '../../../../test/recipient-browser.ts';
import { sweepDueDeliveries } from '../deliveries/start/sweep.jobs.ts';

const clock = createTestClock('2026-11-20T12:00:00Z');
const testApp = await startTestApp({ clock });
const { app, services } = testApp;
await testApp.work();

const browser = () => openBrowser(app);

async function deliverTo(
  owner: Person,
  recipientId: string,
  letter: Record<string, string> = {},
): Promise<void> {
  const { id } = await createApprovedLetter(owner, letter);
  const deliveryDate = new Date(clock.now().getTime() + 60_000).toISOString();
  const schedule = await createSchedule(owner, { memoryId: id, deliveryDate, recipientIds: [recipientId] });
  clock.advance(61);
  await sweepDueDeliveries(services);
  const isDelivered = async () =>
    (await owner.request({ url: `/api/schedules/${schedule.id}` })).json<{ isDelivered: boolean }>()
      .isDelivered;
  await eventually(isDelivered, 'the delivery');
}

async function received() {
  const owner = await createPerson(testApp);
  const maya = await createRecipient(owner);
  await deliverTo(owner, maya.id, { personalMessage: 'With all my love' });
  const token = receivedTokenIn(await firstMailTo(services, maya.email ?? ''));
  return { owner, maya, token };
}

async function newestCodeTo(address: string): Promise<string> {
  const [message] = await mailTo(services, address);
  return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
}

describe('GET /api/received/:token', () => {
  test('security 51, 54, F37: 200: who left it for whom, its kind and day, but not what it is; nothing changes', async () => {
    const { token } = await received();
    const scanner = browser();
    const answer = await scanner.get(`/api/received/${token}`);
    expect(answer.json()).toEqual({
      ownerFirstName: 'Ruth',
      ownerRelationship: null,
      recipientFirstName: 'Maya',
      leftFor: null,
      memoriesWaiting: 1,
      memories: [
        {
          ...{ id: expect.any(String), type: 'letter', createdAt: expect.any(String) },
          ...{ durationSeconds: null, deliveredAt: expect.any(String) },
        },
      ],
      ...{ opened: [], byPost: [], ownerDied: false, ownerDiedOn: null, more: 'nothing', said: null },
      notForMe: null,
      codeNeeded: false,
      codeElsewhere: false,
      openedAt: null,
      closed: false,
    });
    await scanner.head(`/api/received/${token}`);
    expect((await browser().get(`/api/received/${token}`)).json<ReceivedCover>().openedAt).toBeNull();
    expect(answer.headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    });
  });

  test("200: the owner's word for themselves to this recipient, where no code is needed", async () => {
    const { owner, maya, token } = await received();
    const word = { ...maya, ownerRelationship: 'grandmother' };
    await owner.request({ method: 'PUT', url: `/api/recipients/${maya.id}`, payload: word });
    const cover = async () => (await browser().get(`/api/received/${token}`)).json<ReceivedCover>();
    expect((await cover()).ownerRelationship).toBe('grandmother');
    await browser().open(token);
    expect((await cover()).ownerRelationship).toBeNull();
  });

  test('security 51: 200: where a code is needed it tells nothing of what waits', async () => {
    const { owner, maya, token } = await received();
    await browser().open(token);
    await deliverTo(owner, maya.id, { title: 'Not opened yet' });
    const cover = (await browser().get(`/api/received/${token}`)).json<ReceivedCover>();
    expect(cover).toMatchObject({
      codeNeeded: true,
      memoriesWaiting: 1,
      ownerRelationship: null,
      memories: [],
    });
  });

  test('200: nothing is told of a memory that is being checked again', async () => {
    const { owner, token } = await received();
    await services.db.execute(`update memories set is_approved = false where user_id = '${owner.user.id}'`);
    const cover = (await browser().get(`/api/received/${token}`)).json<ReceivedCover>();
    expect(cover).toMatchObject({ codeNeeded: false, memoriesWaiting: 1, memories: [] });
  });

  test('200: the day is that of what was given, whatever became of the memory since', async () => {
    const { owner, token } = await received();
    const cover = async () => (await browser().get(`/api/received/${token}`)).json<ReceivedCover>();
    const { memories } = await cover();
    const [kept] = (await owner.request({ url: '/api/memories' })).json<{ id: string }[]>();
    const url = `/api/memories/${kept?.id}`;
    await owner.request({ method: 'PATCH', url, payload: { title: 'Second thoughts' } });
    await services.db.execute(`update memories set created_at = '2020-01-01' where id = '${kept?.id}'`);
    expect((await cover()).memories).toEqual(memories);
    await owner.request({ method: 'DELETE', url: `${url}?received=withdraw` });
    expect(await cover()).toMatchObject({ memoriesWaiting: 1, memories: [] });
  });

  test('200: who comes back finds nothing waiting, until something new is sent', async () => {
    const { owner, maya, token } = await received();
    await deliverTo(owner, maya.id, { title: 'A second letter' });
    const phone = browser();
    const waiting = async () => {
      const cover = (await phone.get(`/api/received/${token}`)).json<ReceivedCover>();
      return [cover.memoriesWaiting, cover.memories.length];
    };
    expect(await waiting()).toEqual([2, 2]);
    await phone.open(token);
    expect(await waiting()).toEqual([0, 0]);
    await deliverTo(owner, maya.id, { title: 'A third letter' });
    expect(await waiting()).toEqual([1, 1]);
  });

  test.each(['x', 'a'.repeat(43), '../../etc/passwd', '%00'])(
    'security 53: 404: the token %s',
    async (token) => {
      expect((await app.inject({ url: `/api/received/${encodeURIComponent(token)}` })).statusCode).toBe(404);
    },
  );
});

describe('POST /api/received/:token/open', () => {
  test('200: the letter, and the owner sees that it was opened', async () => {
    const { token, owner } = await received();
    const answer = await browser().open(token);
    expect(answer.json()).toMatchObject({
      ownerName: 'Ruth Alvarez',
      memories: [
        {
          type: 'letter',
          title: 'For your thirtieth',
          personalMessage: 'With all my love',
          withdrawn: false,
        },
      ],
    });
    const [schedule] = (await owner.request({ url: '/api/schedules' })).json<
      { recipients: { openedAt: string }[] }[]
    >();
    expect(schedule?.recipients[0]?.openedAt).toBeTruthy();
  });

  test('200: again on the same device, without a code', async () => {
    const { token } = await received();
    const phone = browser();
    await phone.open(token);
    expect((await phone.get(`/api/received/${token}`)).json<ReceivedCover>().codeNeeded).toBe(false);
    expect((await phone.open(token)).statusCode).toBe(200);
  });

  test('security 51, 52: 409 on another device, then 200 with the code sent to the address, which works once', async () => {
    const { token, maya } = await received();
    await browser().open(token);
    const laptop = browser();
    expect((await laptop.get(`/api/received/${token}`)).json<ReceivedCover>().codeNeeded).toBe(true);
    const asked = await laptop.open(token);
    expect(asked.statusCode).toBe(409);
    expect(asked.body).not.toContain('thirtieth');
    const code = await newestCodeTo(maya.email ?? '');
    expect((await laptop.open(token, { code })).statusCode).toBe(200);
    expect((await laptop.open(token)).statusCode).toBe(200);
    expect((await browser().open(token, { code })).statusCode).toBe(400);
  });

  test('security 52: 400: a sixth try, even with the right code, or a code older than ten minutes', async () => {
    const { token, maya } = await received();
    await browser().open(token);
    const laptop = browser();
    await laptop.open(token);
    const code = await newestCodeTo(maya.email ?? '');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries++)
      expect((await laptop.open(token, { code: wrong })).statusCode).toBe(400);
    expect((await laptop.open(token, { code })).statusCode).toBe(400);
    clock.advance(61);
    await laptop.open(token);
    const second = await newestCodeTo(maya.email ?? '');
    clock.advance(10 * 60 + 1);
    expect((await laptop.open(token, { code: second })).statusCode).toBe(400);
  });

  test('security 52: 400: the code of one link does not open another', async () => {
    const one = await received();
    const two = await received();
    await browser().open(one.token);
    await browser().open(two.token);
    await browser().open(one.token);
    const code = await newestCodeTo(one.maya.email ?? '');
    expect((await browser().open(two.token, { code })).statusCode).toBe(400);
  });

  test('security 51: the secret of one link opens no other', async () => {
    const [one, two] = [await received(), await received()];
    const [ownCookie] = (await browser().open(one.token)).cookies;
    const [otherCookie] = (await browser().open(two.token)).cookies;
    const cookies = { [otherCookie?.name ?? '']: ownCookie?.value ?? '' };
    const cover = await app.inject({ url: `/api/received/${two.token}`, cookies });
    expect(cover.json<ReceivedCover>()).toMatchObject({ codeNeeded: true, memories: [] });
    const zip = await app.inject({ url: `/api/received/${two.token}/everything.zip`, cookies });
    expect(zip.statusCode).toBe(404);
  });

  test.each([{ code: '12345' }, { code: 123456 }, { code: 'abcdef' }])('400: %j', async (payload) => {
    const { token } = await received();
    expect((await browser().open(token, payload)).statusCode).toBe(400);
  });

  test('409: a third device gets a code of its own as soon as the second has used one', async () => {
    const { token, maya } = await received();
    await browser().open(token);
    const laptop = browser();
    await laptop.open(token);
    const first = await newestCodeTo(maya.email ?? '');
    await laptop.open(token, { code: first });
    const tablet = browser();
    expect((await tablet.open(token)).statusCode).toBe(409);
    const second = await newestCodeTo(maya.email ?? '');
    expect(second).not.toBe(first);
    expect((await tablet.open(token, { code: second })).statusCode).toBe(200);
  });

  test('security 52: 429: more than ten codes a day', async () => {
    const { token } = await received();
    await browser().open(token);
    const stranger = browser();
    for (let asked = 0; asked < 10; asked++) {
      expect((await stranger.open(token)).statusCode).toBe(409);
      clock.advance(61);
    }
    const minutes = async (count: number) => {
      clock.advance(count * 60);
      return (await stranger.open(token)).statusCode;
    };
    // A day counts from the first code: half a day is not enough, and neither is all but its last minutes.
    expect([await minutes(0), await minutes(12 * 60), await minutes(11 * 60 + 48)]).toEqual([429, 429, 429]);
    expect(await minutes(3)).toBe(409);
  });

  test('200: a memory that is being checked again says so and has no content', async () => {
    const { token } = await received();
    const phone = browser();
    const opened = (await phone.open(token)).json<ReceivedMemories>();
    const id = opened.memories[0]?.id;
    await services.db.execute(`update memories set is_approved = false where id = '${id}'`);
    const again = (await phone.open(token)).json<ReceivedMemories>();
    expect(again.memories).toMatchObject([{ id, underReview: true, withdrawn: false, content: null }]);
  });

  test('of two devices at the same moment, one is let in', async () => {
    const { token } = await received();
    const answers = await Promise.all([browser().open(token), browser().open(token)]);
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409]);
  });

  test('one link shows everything sent to this recipient at this address, and nothing else', async () => {
    const { owner, maya, token } = await received();
    await deliverTo(owner, maya.id, { title: 'A second letter' });
    const other = await createRecipient(owner, { firstName: 'Leo' });
    await deliverTo(owner, other.id, { title: 'For Leo alone' });
    const moved = { ...maya, email: `moved.${maya.id}@example.com` };
    await owner.request({ method: 'PUT', url: `/api/recipients/${maya.id}`, payload: moved });
    await deliverTo(owner, maya.id, { title: 'For the new address' });
    const { memories } = (await browser().open(token)).json<ReceivedMemories>();
    expect(memories.map((memory) => memory.title)).toEqual(['For your thirtieth', 'A second letter']);
  });
});
