import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshSignInMinutes } from '../../../../shared/accounts/staff.ts';
import type {
  StaffDelivery,
  StaffDeliveryCounts,
  StaffDeliveryList,
} from '../../../../shared/delivery/staff-deliveries.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createStaff } from '../../../../test/factories.ts';
import { sendMailsAbout } from '../../../../test/outbox.ts';
import { claimFor, deliveriesOf, spendRetries, startDelivery } from '../../../../test/started-delivery.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { type DeliveryRow, deliveryQueue } from './deliveries.table.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import type { Outcome } from './send/outcome.ts';
import { recordOutcomes } from './send/record-outcomes.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;
let agnes = await createStaff(testApp);
const reason = 'Her daughter called and gave us a new address';

// Tests advance the clock, which would end her session.
beforeEach(async () => {
  agnes = await createStaff(testApp);
});

const deferred: Outcome = { kind: 'later', unknown: false, message: '451 4.3.0 not now' };
const refused: Outcome = { kind: 'waiting', reason: 'bad_address', message: '550 5.1.1 no such person' };

/** A letter to one person whose attempt ended with `outcome`. */
async function stopped(outcome: Outcome | 'failed' | 'unknown', person: Record<string, unknown> = {}) {
  const started = await startDelivery(testApp, { people: [person] });
  const delivery = await claimFor(testApp, started);
  if (outcome === 'failed') await spendRetries(testApp, delivery);
  const claim = outcome === 'unknown' ? { ...delivery, unansweredMails: 2 } : delivery;
  const silence: Outcome = { kind: 'later', unknown: true, message: 'the connection ended' };
  const ended = outcome === 'failed' ? deferred : outcome === 'unknown' ? silence : outcome;
  await recordOutcomes(services, [{ delivery: claim, outcome: ended }]);
  const row = async () => (await deliveriesOf(testApp, started))[0] as DeliveryRow;
  return { ...started, id: delivery.id, row };
}

type Stopped = Awaited<ReturnType<typeof stopped>>;

const list = async (query: Record<string, string> = {}) =>
  (await agnes.request({ url: '/api/admin/deliveries', query })).json<StaffDeliveryList>();
const load = async ({ id }: { id: string }) =>
  (await agnes.request({ url: `/api/admin/deliveries/${id}` })).json<StaffDelivery>();
const seenOf = ({ state, reason: why, attemptCount, recipient }: StaffDelivery) => ({
  state,
  reason: why,
  attemptCount,
  address: recipient?.address ?? null,
});
const ask = (method: 'POST' | 'DELETE', { id }: { id: string }, act: string, payload: object) =>
  agnes.request({ method, url: `/api/admin/deliveries/${id}/${act}`, payload });
/** Sends what the page sends: the act, with the state that was seen a moment ago. */
async function act(method: 'POST' | 'DELETE', delivery: Stopped, name: string, more: object = {}) {
  return ask(method, delivery, name, { reason, seen: seenOf(await load(delivery)), ...more });
}
const auditOf = async ({ id }: { id: string }) =>
  db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);
const byStaff = async (delivery: { id: string }) =>
  (await auditOf(delivery)).filter(({ reason: why }) => why !== null);

describe('GET /api/admin/deliveries', () => {
  test('200: what stopped, the oldest first, with what the mail server said and who was told, and nothing of what was left', async () => {
    const older = await stopped('failed');
    clock.advance(60);
    const newer = await stopped(refused);
    await sendMailsAbout(services, older.id);
    const { deliveries } = await list();
    const mine = deliveries.filter(({ id }) => id === older.id || id === newer.id);
    expect(mine.map(({ id }) => id)).toEqual([older.id, newer.id]);
    const [recipient] = older.recipients;
    expect(mine[0]).toMatchObject({
      state: 'failed',
      reason: null,
      attemptCount: 1,
      lastAnswer: '451 4.3.0 not now',
      memoryType: 'letter',
      owner: { id: older.owner.user.id, name: 'Ruth Alvarez', email: older.owner.user.email },
      recipient: { name: 'Maya Alvarez', address: recipient?.email },
      acts: ['retry', 'hold', 'readdress'],
    });
    expect(mine[0]?.told).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'delivery-failed', to: 'owner', sentAt: expect.any(String) }),
        expect.objectContaining({ kind: 'staff-delivery-failed', to: 'staff' }),
      ]),
    );
    const body = JSON.stringify(mine);
    for (const secret of ['For your thirtieth', 'Dear Maya', '/received/', 'token'])
      expect(body).not.toContain(secret);
  });

  test('200: filtered by state, reason, age, owner and recipient, in pages', async () => {
    const name = `Zoë%_${clock.now().getTime()}`;
    const [failed, bad] = [
      await stopped('failed', { firstName: name }),
      await stopped(refused, { firstName: name }),
    ];
    const ids = async (query: Record<string, string>) =>
      (await list({ recipient: name, ...query })).deliveries.map(({ id }) => id);
    expect(await ids({})).toEqual([failed.id, bad.id]);
    expect(await ids({ recipient: bad.recipients[0]?.email?.toUpperCase() ?? '' })).toEqual([bad.id]);
    expect(await ids({ recipient: 'Zoë%%' })).toEqual([]);
    expect(await ids({ state: 'failed' })).toEqual([failed.id]);
    expect(await ids({ reason: 'bad_address' })).toEqual([bad.id]);
    expect(await ids({ owner: bad.owner.user.email })).toEqual([bad.id]);
    expect(await ids({ owner: 'ruth alvarez' })).toEqual([failed.id, bad.id]);
    expect(await ids({ minAgeHours: '2' })).toEqual([]);
    expect(await ids({ sort: 'newest' })).toEqual([bad.id, failed.id]);
    for (const sort of ['newest', 'due']) {
      const [one] = (await list({ recipient: name, sort, limit: '1' })).deliveries;
      const { next } = await list({ recipient: name, sort, limit: '1' });
      const two = await list({ recipient: name, sort, limit: '1', ...next });
      expect([[one?.id, two.deliveries[0]?.id].toSorted(), two.next]).toEqual([
        [failed.id, bad.id].toSorted(),
        null,
      ]);
    }
    const first = await list({ recipient: name, limit: '1' });
    expect(first.deliveries.map(({ id }) => id)).toEqual([failed.id]);
    const second = await list({ recipient: name, limit: '1', ...(first.next ?? {}) });
    expect([second.deliveries.map(({ id }) => id), second.next]).toEqual([[bad.id], null]);
    await db
      .update(deliveryQueue)
      .set({ stoppedAt: minutesAfter(clock.now(), -120) })
      .where(eq(deliveryQueue.id, bad.id));
    expect(await ids({ minAgeHours: '2' })).toEqual([bad.id]);
  });

  test.each([
    { state: 'lost' },
    { state: 'delivered' },
    { reason: 'nothing' },
    { minAgeHours: '-1' },
    { limit: '0' },
    { owner: 'a'.repeat(300) },
    { recipient: 'a\0b' },
    { after: agnes.user.id },
  ])('400: %o', async (query) => {
    expect((await agnes.request({ url: '/api/admin/deliveries', query })).statusCode).toBe(400);
  });

  test('200: counts by state and reason, with the oldest; what is delivered is in none', async () => {
    const counts = async (state: string, why: string | null) =>
      (await agnes.request({ url: '/api/admin/deliveries/counts' }))
        .json<StaffDeliveryCounts>()
        .find((group) => group.state === state && group.reason === why);
    const before = (await counts('waiting', 'bad_address'))?.count ?? 0;
    const bad = await stopped(refused);
    expect(await counts('waiting', 'bad_address')).toMatchObject({ count: before + 1 });
    expect(Date.parse((await counts('waiting', 'bad_address'))?.oldest ?? '')).toBeLessThanOrEqual(
      clock.now().getTime(),
    );
    const pendingBefore = (await counts('pending', null))?.count ?? 0;
    const { scheduleId } = await startDelivery(testApp);
    expect(await counts('pending', null)).toMatchObject({ count: pendingBefore + 1 });
    expect((await list({ state: 'pending' })).deliveries.length).toBeGreaterThan(0);
    const entry = { ...bad.recipients[0], email: `right.${bad.id}@example.com` };
    await bad.owner.request({ method: 'PUT', url: `/api/recipients/${entry.id}`, payload: entry });
    const all = await db.select().from(deliveryQueue).where(eq(deliveryQueue.scheduleId, scheduleId));
    await deliverBatch(
      services,
      [bad, ...all].map(({ id }) => id),
    );
    expect((await counts('pending', null))?.count ?? 0).toBe(pendingBefore);
    expect((await counts('waiting', 'bad_address'))?.count ?? 0).toBe(before);
  });
});

describe('acts of staff on a delivery', () => {
  test('200: one that failed is retried, with all its time; the audit log has who, why, before and after', async () => {
    const delivery = await stopped('failed');
    const answer = await act('POST', delivery, 'retry');
    expect([answer.statusCode, answer.json<StaffDelivery>().state]).toEqual([200, 'pending']);
    expect(await delivery.row()).toMatchObject({ status: 'pending', retryingSeconds: 0 });
    expect(await byStaff(delivery)).toMatchObject([
      {
        action: 'delivery.retried-by-staff',
        actor: agnes.user.id,
        userId: delivery.owner.user.id,
        reason,
        before: { state: 'failed', reason: null, attemptCount: 1 },
        after: { state: 'pending', reason: null, attemptCount: 1 },
      },
    ]);
    await deliverBatch(services, [delivery.id]);
    expect(await delivery.row()).toMatchObject({ status: 'delivered' });
  });

  test('200: one that is held is not sent, whatever its owner corrects, until it is released', async () => {
    const delivery = await stopped(refused);
    expect((await act('POST', delivery, 'hold')).json()).toMatchObject({
      state: 'waiting',
      reason: 'held_by_staff',
      acts: ['release', 'readdress'],
    });
    const [recipient] = delivery.recipients;
    const payload = { ...recipient, email: `new.${delivery.id}@example.com` };
    await delivery.owner.request({ method: 'PUT', url: `/api/recipients/${recipient?.id}`, payload });
    await deliverBatch(services, [delivery.id]);
    expect(await delivery.row()).toMatchObject({ status: 'waiting', waitingReason: 'held_by_staff' });
    const mine = await delivery.owner.request({ url: '/api/schedules' });
    expect(mine.json()[0].recipients[0].waitingReason).toMatch(/^We are holding it back/);

    expect((await act('DELETE', delivery, 'hold')).json()).toMatchObject({ state: 'pending', reason: null });
    await deliverBatch(services, [delivery.id]);
    expect(await delivery.row()).toMatchObject({ status: 'delivered', sentTo: payload.email });
    expect((await byStaff(delivery)).map(({ action }) => action)).toEqual([
      'delivery.held-by-staff',
      'delivery.released-by-staff',
    ]);
  });

  test('200: one of unknown outcome is settled as delivered, or sent again', async () => {
    const arrived = await stopped('unknown');
    expect((await load(arrived)).acts).toEqual(['readdress', 'settle']);
    expect((await act('POST', arrived, 'retry')).statusCode).toBe(409);
    const settled = await act('POST', arrived, 'settle', { outcome: 'delivered' });
    expect([settled.statusCode, settled.json<StaffDelivery>().state]).toEqual([200, 'delivered']);
    const mine = await arrived.owner.request({ url: '/api/schedules' });
    expect(mine.json()).toMatchObject([{ isDelivered: true }]);

    const lost = await stopped('unknown');
    const again = await act('POST', lost, 'settle', { outcome: 'send-again' });
    expect([again.statusCode, again.json<StaffDelivery>().state]).toEqual([200, 'pending']);
    await deliverBatch(services, [lost.id]);
    expect(await lost.row()).toMatchObject({ status: 'delivered' });
    for (const delivery of [arrived, lost])
      expect((await byStaff(delivery)).map(({ action }) => action)).toEqual(['delivery.settled-by-staff']);
  });

  test('400: without a reason, or with one of 10,000 characters; 404: an unknown delivery; nothing is written', async () => {
    const delivery = await stopped('failed');
    const seen = seenOf(await load(delivery));
    for (const why of [undefined, '', '   ', 'x'.repeat(10_000)]) {
      const answer = await ask('POST', delivery, 'retry', { seen, reason: why });
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['reason']]);
    }
    expect((await ask('POST', delivery, 'address', { seen, reason, email: 'nobody' })).statusCode).toBe(400);
    expect((await ask('POST', { id: agnes.user.id }, 'retry', { seen, reason })).statusCode).toBe(404);
    expect((await agnes.request({ url: `/api/admin/deliveries/${agnes.user.id}` })).statusCode).toBe(404);
    expect(await delivery.row()).toMatchObject({ status: 'failed' });
    expect(await byStaff(delivery)).toEqual([]);
  });

  test('409: what changed since, and nothing is overwritten unseen', async () => {
    const delivery = await stopped('failed');
    const seen = seenOf(await load(delivery));
    const [recipient] = delivery.recipients;
    const email = `by-owner.${delivery.id}@example.com`;
    const payload = { ...recipient, email };
    await delivery.owner.request({ method: 'PUT', url: `/api/recipients/${recipient?.id}`, payload });
    const answer = await ask('POST', delivery, 'address', { seen, reason, email: 'mine@example.com' });
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      {
        code: 'conflict',
        message: 'This delivery changed while you were looking at it. Nothing was done.',
        fields: {
          state: 'It was failed, and is pending now',
          address: `The address was ${recipient?.email}, and is ${email} now`,
        },
      },
    ]);
    expect((await load(delivery)).recipient?.address).toBe(email);
    expect(await byStaff(delivery)).toEqual([]);
  });

  test('409: one that is being sent is not held, and one that is delivered gets no other address', async () => {
    const started = await startDelivery(testApp);
    const claim = await claimFor(testApp, started);
    const delivery = {
      ...started,
      id: claim.id,
      row: async () => (await deliveriesOf(testApp, started))[0] as DeliveryRow,
    };
    expect((await load(delivery)).acts).toEqual(['readdress']);
    expect((await act('POST', delivery, 'hold')).statusCode).toBe(409);
    await recordOutcomes(services, [
      {
        delivery: claim,
        outcome: { kind: 'delivered', sentTo: { channel: 'email', address: 'maya@example.com' } },
      },
    ]);
    expect((await load(delivery)).acts).toEqual([]);
    const email = 'too-late@example.com';
    expect((await act('POST', delivery, 'address', { email })).statusCode).toBe(409);
  });

  test('of two of the staff who act at once, one does it and the other sees what happened', async () => {
    const delivery = await stopped('failed');
    const ben = await createStaff(testApp);
    const payload = { reason, seen: seenOf(await load(delivery)) };
    const url = `/api/admin/deliveries/${delivery.id}`;
    const answers = await Promise.all([
      agnes.request({ method: 'POST', url: `${url}/retry`, payload }),
      ben.request({ method: 'POST', url: `${url}/hold`, payload }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await byStaff(delivery)).toHaveLength(1);
  });

  test('security 34: what gives out content or holds it asks for the password again after a while, trying again does not', async () => {
    const [failed, unknown] = [await stopped('failed'), await stopped('unknown')];
    const held = await stopped('failed');
    await act('POST', held, 'hold');
    const ann = await createStaff(testApp);
    const askAs = async (method: 'POST' | 'DELETE', delivery: Stopped, name: string, more = {}) => {
      const payload = { reason, seen: seenOf(await load(delivery)), ...more };
      const url = `/api/admin/deliveries/${delivery.id}/${name}`;
      const { statusCode, body } = await ann.request({ method, url, payload });
      return statusCode === 403 ? JSON.parse(body).code : statusCode;
    };
    for (const half of [1, 2]) {
      clock.advance((freshSignInMinutes * 60) / 2);
      for (const person of [ann, agnes])
        expect([half, (await person.request({ url: '/api/admin/deliveries' })).statusCode]).toEqual([
          half,
          200,
        ]);
    }
    expect(await askAs('POST', failed, 'hold')).toBe('fresh_sign_in_needed');
    expect(await askAs('DELETE', held, 'hold')).toBe('fresh_sign_in_needed');
    expect(await askAs('POST', failed, 'address', { email: 'x@example.com' })).toBe('fresh_sign_in_needed');
    expect(await askAs('POST', unknown, 'settle', { outcome: 'send-again' })).toBe('fresh_sign_in_needed');
    expect(await held.row()).toMatchObject({ waitingReason: 'held_by_staff' });
    expect(await askAs('POST', failed, 'retry')).toBe(200);
  });
});
