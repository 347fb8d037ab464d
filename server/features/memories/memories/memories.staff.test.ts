import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshSignInMinutes } from '../../../../shared/accounts/staff.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import type { StaffMemory, StaffMemoryList } from '../../../../shared/memories/staff-memories.ts';
import type { StaffOverview } from '../../../../shared/staff/overview.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { checkMemory } from '../../../../test/check-memory.ts';
import {
  createHeldPhoto,
  createLetter,
  createPerson,
  createPhoto,
  createRecipient,
  createSchedule,
  createStaff,
  goodPassword,
  type Person,
} from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { mediaFiles } from '../../../../test/media.ts';
import { openReview, reason, seen, reviewUrl as url } from '../../../../test/memory-review.ts';
import { multipart } from '../../../../test/multipart.ts';
import { sendMailsAbout } from '../../../../test/outbox.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import { deliverHandler } from '../../delivery/deliveries/deliveries.jobs.ts';
import { deliveryQueue } from '../../delivery/deliveries/deliveries.table.ts';
import { sweepDueDeliveries } from '../../delivery/deliveries/start/sweep.jobs.ts';
import { convertRecording } from './check-memory.ts';
import { memories } from './memories.table.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;
const { checked, held, seenOf, ask, byStaff, ...staff } = openReview(testApp);

// Tests advance the clock, which would end her session.
let agnes = await createStaff(testApp, { firstName: 'Agnes' });
beforeEach(async () => {
  agnes = await createStaff(testApp, { firstName: 'Agnes' });
});

const list = async (query: Record<string, string> = {}) =>
  (await agnes.request({ url, query })).json<StaffMemoryList>();
const review = async (id: string) => (await agnes.request({ url: `${url}/${id}` })).json<StaffMemory>();
const asOwner = async (owner: Person, id: string) =>
  (await owner.request({ url: `/api/memories/${id}` })).json<Memory>();
const act = (id: string, name: string, more?: Parameters<typeof staff.act>[3]) =>
  staff.act(agnes, id, name, more);
const truncated = () =>
  checked((person) => createPhoto(person, {}, (bytes) => bytes.subarray(0, bytes.length / 2)));

describe('GET /api/admin/memories', () => {
  test('200: what waits, the oldest first, with what was checked, and nothing of what was left or for whom', async () => {
    const owner = await createPerson(testApp, { lastName: `Okonjo-${clock.now().getTime()}` });
    const words = { personalMessage: 'Only for you', recipient: 'Daniel' };
    const older = await checked((person) => createHeldPhoto(person, words), owner);
    clock.advance(60);
    const newer = await held(owner);
    const answer = await list({ owner: owner.user.lastName });
    expect(answer.memories.map(({ id }) => id)).toEqual([older.id, newer.id]);
    expect(answer.memories[0]).toMatchObject({
      revision: 1,
      state: 'in_review',
      type: 'photo',
      title: 'The harbour, early',
      owner: { id: owner.user.id, name: `Ruth ${owner.user.lastName}` },
      isYours: false,
      format: 'JPEG',
      finding: 'This photo also contains a web page or script.',
      since: minutesAfter(clock.now(), -1).toISOString(),
      waiting: null,
      openUntil: null,
      acts: ['approve', 'reject', 'open'],
    });
    expect(answer.memories[0]?.checks).toEqual([
      { check: 'read', result: 'passed', found: expect.stringMatching(/^[\d,]+ bytes$/) },
      { check: 'type', result: 'passed', found: 'JPEG' },
      { check: 'decodes', result: 'not_done', found: null },
      { check: 'disguise', result: 'failed', found: 'a web page or script' },
      { check: 'malware', result: 'not_set_up', found: null },
      { check: 'stored', result: 'passed', found: expect.stringMatching(/^SHA-256 \w{4} \w{4} … \w{4}$/) },
    ]);
    const body = JSON.stringify(answer);
    for (const secret of ['Only for you', 'Daniel', owner.user.email, 'fileKey', 'Url'])
      expect(body).not.toContain(secret);
  });

  test('200: by whom it waits for, type and owner, in pages; a wild limit is capped, an unknown state refused', async () => {
    const name = `Zoë%_${clock.now().getTime()}`;
    const owner = await createPerson(testApp, { lastName: name });
    const [first, second] = [await held(owner), await held(owner)];
    const damaged = await checked(
      (person) => createPhoto(person, {}, (bytes) => bytes.subarray(0, bytes.length / 2)),
      owner,
    );
    const ids = async (query: Record<string, string>) =>
      (await list({ owner: name, ...query })).memories.map(({ id }) => id);
    expect(await ids({ limit: '1000000000' })).toEqual([first.id, second.id]);
    expect(await ids({ waitsFor: 'owner' })).toEqual([damaged.id]);
    expect(await ids({ type: 'letter' })).toEqual([]);
    expect(await ids({ owner: 'Zoë%%' })).toEqual([]);
    const page = await list({ owner: name, limit: '1' });
    expect(page.memories.map(({ id }) => id)).toEqual([first.id]);
    const next = await list({ owner: name, limit: '1', ...page.next });
    expect(next).toMatchObject({ memories: [{ id: second.id }], next: null });
    for (const query of [{ waitsFor: 'everybody' }, { type: 'poem' }, { after: first.id }])
      expect((await agnes.request({ url, query })).statusCode).toBe(400);
  });

  test('404: what was approved by its check is nobody’s business, and what never was', async () => {
    const { id } = await checked(createLetter);
    for (const which of [id, '0193a5f0-0000-7000-8000-000000000001'])
      expect((await agnes.request({ url: `${url}/${which}` })).statusCode).toBe(404);
  });
});

describe('what waits for a decision goes on by it', () => {
  /** Scheduled while it was approved; then its owner replaced the photo. */
  async function replaced() {
    const { id: memoryId, owner } = await checked(createPhoto);
    const people = [await createRecipient(owner), await createRecipient(owner, { firstName: 'Daniel' })];
    const recipientIds = people.map(({ id }) => id);
    const deliveryDate = minutesAfter(clock.now(), 60).toISOString();
    const { id: scheduleId } = await createSchedule(owner, { memoryId, deliveryDate, recipientIds });
    const bytes = Buffer.from('<html><body>');
    const { bytes: good, ...file } = await mediaFiles.photo.jpeg();
    await owner.request({
      method: 'PATCH',
      url: `/api/memories/${memoryId}`,
      ...multipart({}, { ...file, bytes: Buffer.concat([good, bytes]) }),
    });
    await checkMemory(services, { memoryId, revision: 2 });
    const deliveries = () => db.select().from(deliveryQueue).where(eq(deliveryQueue.scheduleId, scheduleId));
    const deliver = async () => {
      await sweepDueDeliveries(services);
      await deliverHandler(services)({ deliveryIds: (await deliveries()).map(({ id }) => id) });
      return (await deliveries()).map(({ status, waitingReason }) => waitingReason ?? status);
    };
    return { memoryId, owner, people, deliver, deliveryDate };
  }
  const seenSecond = { seen: { revision: 2, state: 'in_review' } };

  test('approved: it is delivered, once, to everybody who waited', async () => {
    const { memoryId, people, deliver, deliveryDate } = await replaced();
    expect(await review(memoryId)).toMatchObject({
      waiting: { people: 2, isAfterDeath: false, deliveryDate, isDue: false, timezone: 'America/New_York' },
      moreWaiting: 0,
    });
    const overview = (await agnes.request({ url: '/api/admin/overview' })).json<StaffOverview>();
    expect(overview.queues.find(({ name }) => name === 'memories')).toMatchObject({
      count: expect.any(Number),
      detail: '1 holds up a delivery on 4 May 2030',
    });
    clock.advance(3700);
    agnes = await createStaff(testApp);
    expect(await deliver()).toEqual(['memory_under_review', 'memory_under_review']);
    expect((await review(memoryId)).waiting).toMatchObject({ people: 2, isDue: true });
    const answer = await act(memoryId, 'approval', seenSecond);
    expect(answer.json()).toMatchObject({ state: 'approved', acts: [], waiting: { people: 2 } });
    expect(await deliver()).toEqual(['delivered', 'delivered']);
    for (const { email } of people) expect(await mailTo(services, email ?? '')).toHaveLength(1);
    expect((await review(memoryId)).waiting).toBeNull();
  });

  test('rejected: it stays waiting with a reason its owner sees, and a better file sends it out', async () => {
    const { memoryId, owner, deliver } = await replaced();
    clock.advance(3700);
    agnes = await createStaff(testApp);
    await deliver();
    expect((await act(memoryId, 'rejection', seenSecond)).json()).toMatchObject({ state: 'rejected' });
    expect(await deliver()).toEqual(['memory_under_review', 'memory_under_review']);
    const login = { email: owner.user.email, password: goodPassword };
    owner.token = (
      await testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload: login })
    ).json().token;
    const schedules = await owner.request({ url: '/api/schedules' });
    expect(schedules.body).toContain('We could not approve the memory.');
    const form = multipart({}, await mediaFiles.photo.jpeg());
    await owner.request({ method: 'PATCH', url: `/api/memories/${memoryId}`, ...form });
    expect(await asOwner(owner, memoryId)).toMatchObject({ approval: 'checking', heldReason: null });
    await checkMemory(services, { memoryId, revision: 3 });
    expect(await deliver()).toEqual(['delivered', 'delivered']);
  });
});

describe('POST …/approval', () => {
  test('200: approved, with who, why, before and after in the audit log; what pages show is drawn then', async () => {
    const { id, owner } = await held();
    expect((await act(id, 'approval')).json()).toMatchObject({
      state: 'approved',
      reviewedAt: expect.any(String),
    });
    expect(await asOwner(owner, id)).toMatchObject({
      isApproved: true,
      heldReason: null,
      thumbnailUrl: null,
    });
    expect(await byStaff(id)).toMatchObject([
      {
        action: 'memory.approved-by-staff',
        actor: agnes.user.id,
        userId: owner.user.id,
        reason,
        before: { state: 'in_review', revision: 1 },
        after: { state: 'approved', revision: 1 },
      },
    ]);
    const { rows } = await db.execute(
      sql`select 1 from pgboss.job where name = 'convert-recording' and data->>'memoryId' = ${id}`,
    );
    expect(rows).toHaveLength(1);
    await convertRecording(services, { memoryId: id, revision: 1 });
    const { thumbnailUrl, displayUrl, fileUrl } = await asOwner(owner, id);
    expect(thumbnailUrl).not.toBeNull();
    expect(displayUrl).not.toBe(fileUrl);
  });

  test('200: a photo that is damaged, but all there is; and one that was rejected before', async () => {
    const { id } = await truncated();
    expect((await act(id, 'approval', { seen: { revision: 1, state: 'unreadable' } })).statusCode).toBe(200);
    const other = await held();
    await act(other.id, 'rejection');
    const again = { seen: { revision: 1, state: 'rejected' } };
    expect((await act(other.id, 'approval', again)).json()).toMatchObject({ state: 'approved' });
  });

  test('409: a file that is not as it was uploaded', async () => {
    const { id } = await createPhoto(await createPerson(testApp));
    await db
      .update(memories)
      .set({ fileSha256: '0'.repeat(64) })
      .where(eq(memories.id, id));
    await checkMemory(services, { memoryId: id, revision: 1 });
    expect((await review(id)).acts).toEqual(['reject', 'open']);
    const answer = await act(id, 'approval', { seen: { revision: 1, state: 'unreadable' } });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      expect.stringContaining('not as it was'),
    ]);
  });

  test('403, security 34: a stale sign-in is asked for the password again, and a rejection is not', async () => {
    const [one, other] = [await held(), await held()];
    clock.advance(freshSignInMinutes * 60);
    for (const name of ['approval', 'openings'])
      expect((await act(one.id, name)).json()).toMatchObject({ code: 'fresh_sign_in_needed' });
    expect(await byStaff(one.id)).toEqual([]);
    expect((await act(other.id, 'rejection')).statusCode).toBe(200);
    const payload = { password: goodPassword };
    await agnes.request({ method: 'POST', url: '/api/auth/confirm-identity', payload });
    expect((await act(one.id, 'approval')).statusCode).toBe(200);
  });
});

describe('POST …/rejection', () => {
  test('200: the owner reads why, on the memory and in a mail, and cannot schedule it', async () => {
    const { id, owner } = await held();
    await act(id, 'rejection');
    expect(await asOwner(owner, id)).toMatchObject({
      isApproved: false,
      approval: 'rejected',
      heldReason: reason,
    });
    const [recipient] = [await createRecipient(owner)];
    const payload = {
      memoryId: id,
      deliveryType: 'scheduled',
      deliveryMethod: 'digital',
      deliveryDate: '2031-05-04T16:00:00Z',
      recipientIds: [recipient.id],
    };
    const scheduled = await owner.request({ method: 'POST', url: '/api/schedules', payload });
    expect([scheduled.statusCode, scheduled.json().message]).toEqual([
      409,
      'Only approved memories can be scheduled',
    ]);
    await sendMailsAbout(services, id);
    const [mail] = await mailTo(services, owner.user.email);
    expect(mail?.subject).toBe('We could not approve “The harbour, early”');
    expect(mail?.text).toContain(reason);
    expect(mail?.text).toContain(`/upload?edit=${id}`);
  });

  test('the mail is not sent where its owner has changed the memory meanwhile', async () => {
    const { id, owner } = await held();
    await act(id, 'rejection');
    const edit = { method: 'PATCH' as const, url: `/api/memories/${id}`, payload: { title: 'The harbour' } };
    expect((await owner.request(edit)).json()).toMatchObject({ approval: 'checking', heldReason: null });
    await sendMailsAbout(services, id);
    expect(await mailTo(services, owner.user.email)).toEqual([]);
    await checkMemory(services, { memoryId: id, revision: 2 });
    expect(await asOwner(owner, id)).toMatchObject({ approval: 'in_review' });
  });

  test('a title that changes while it waits does not send it back', async () => {
    const { id, owner } = await held();
    await owner.request({ method: 'PATCH', url: `/api/memories/${id}`, payload: { title: 'The harbour' } });
    expect(await review(id)).toMatchObject({ revision: 1, state: 'in_review', title: 'The harbour' });
  });
});

describe('409, and nothing is written', () => {
  const acts = ['approval', 'rejection', 'openings'];

  test('security 34: one’s own memory, for which the list offers nothing', async () => {
    const { id } = await held(agnes);
    expect(await review(id)).toMatchObject({ isYours: true, acts: [] });
    for (const name of acts)
      expect((await act(id, name)).json()).toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('colleague'),
      });
    expect(await byStaff(id)).toEqual([]);
    expect((await agnes.request({ url: `${url}/${id}/file` })).statusCode).toBe(403);
  });

  test('a file that was checked again, or replaced, meanwhile: says what changed', async () => {
    const { id, owner } = await held();
    const before = { seen: await seenOf(id, seen) };
    await db
      .update(memories)
      .set({ checkedAt: minutesAfter(clock.now(), 1) })
      .where(eq(memories.id, id));
    const checkedAt = expect.stringContaining('checked again');
    for (const name of acts) expect((await act(id, name, before)).json().fields).toEqual({ checkedAt });
    const form = multipart({}, await mediaFiles.photo.jpeg());
    await owner.request({ method: 'PATCH', url: `/api/memories/${id}`, ...form });
    for (const name of acts) {
      const answer = await act(id, name);
      expect([answer.statusCode, answer.json().fields]).toEqual([
        409,
        {
          revision: 'Its owner changed it: you saw version 1, and it is version 2 now',
          state: 'It was waiting for a review, and is being checked now',
        },
      ]);
    }
    expect(await byStaff(id)).toEqual([]);
  });

  test('a colleague was quicker; and what does not wait for anybody', async () => {
    const { id } = await held();
    const both = await Promise.all([act(id, 'approval'), act(id, 'rejection')]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await byStaff(id)).toHaveLength(1);
    const letter = await checked(createLetter);
    for (const name of acts)
      expect((await act(letter.id, name, { seen: { revision: 1, state: 'approved' } })).statusCode).toBe(409);
  });

  test.each(acts)(
    '400, 404: %s without a reason, with an endless one, with nonsense seen, of nothing',
    async (name) => {
      const { id } = await held();
      const wrong = [
        ...['', ' \n ', 'x'.repeat(10_000)].map((reason) => ({ reason })),
        { seen: undefined },
        { seen: { revision: 1, state: 'burnt' } },
        { seen: { ...seen, revision: -1 } },
        { seen: { ...seen, checkedAt: 'yesterday' } },
        { seen: { ...seen, checkedAt: undefined } },
      ];
      for (const more of wrong) expect((await act(id, name, more)).statusCode).toBe(400);
      expect((await act('0193a5f0-0000-7000-8000-000000000001', name)).statusCode).toBe(404);
      expect((await act('nothing', name)).statusCode).toBe(404);
      expect(await byStaff(id)).toEqual([]);
    },
  );
});

test('staff hear at once of what comes into their queue and what leaves it', async () => {
  const heard: string[][] = [];
  const stop = services.events.subscribe('staff', (topics) => heard.push(topics));
  const { id } = await held();
  await act(id, 'rejection');
  await expect.poll(() => heard.length).toBe(2);
  stop();
});
