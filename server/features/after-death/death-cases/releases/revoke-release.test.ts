import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { StaffRelease } from '../../../../../shared/after-death/releases.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { checkMemory } from '../../../../../test/check-memory.ts';
import { createStaff, goodPassword, type Person } from '../../../../../test/factories.ts';
import { mailTo, receivedTokenIn } from '../../../../../test/mailbox.ts';
import { openBrowser } from '../../../../../test/recipient-browser.ts';
import { createOwner, deliverDue, type Left, leave, releaseOwner } from '../../../../../test/released.ts';
import { newId } from '../../../../platform/ids.ts';
import { deliveryQueue, schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { findDifferences } from '../../../delivery/deliveries/reconcile.ts';
import { claimDeliveries } from '../../../delivery/deliveries/send/claim.ts';
import { deliverBatch } from '../../../delivery/deliveries/send/deliver-batch.ts';
import { refreshClaims } from '../../../delivery/deliveries/send/leases.ts';
import type { Outcome } from '../../../delivery/deliveries/send/outcome.ts';
import { recordOutcomes } from '../../../delivery/deliveries/send/record-outcomes.ts';
import { sendDelivery } from '../../../delivery/deliveries/send/send-delivery.ts';
import { startDueSchedules } from '../../../delivery/deliveries/start/start.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { findReleaseDifferences } from './reconcile.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { app, services, clock } = testApp;
const { db } = services;

const revoke = async (releaseId: string, staff?: Person, reason = 'Her son called: she is alive') => {
  const by = staff ?? (await createStaff(testApp));
  return by.request({ method: 'POST', url: `/api/admin/releases/${releaseId}/revoke`, payload: { reason } });
};
const signIn = (email: string) =>
  app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: goodPassword } });
const deliveriesOf = ({ owner }: Left) =>
  db
    .select({ delivery: deliveryQueue })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .where(eq(schedules.userId, owner.user.id));
const mailsTo = (left: Left, n = 0) => mailTo(services, left.recipients[n]?.email ?? '');
async function expectNoDifferences() {
  expect([...(await findDifferences(db, clock.now())), ...(await findReleaseDifferences(db))]).toEqual([]);
}

describe('POST /api/admin/releases/{id}/revoke', () => {
  test('F33: 200: what has not left stops at once, links close, and the report lists what left', async () => {
    const left = await createOwner(testApp, [{}, { firstName: 'Sam', email: null, phone: null }]);
    const toMaya = { recipientIds: [left.recipients[0]?.id] };
    const dated = { ...toMaya, deliveryType: 'scheduled', deliveryDate: '2030-05-04T12:01:00Z' };
    await leave(testApp, left, dated);
    clock.advance(60);
    await deliverDue(testApp);
    const datedToken = receivedTokenIn((await mailsTo(left))[0] ?? ({} as never));
    await leave(testApp, left);
    await leave(testApp, left, { ...toMaya, releaseDays: 30 });
    const releaseId = await releaseOwner(testApp, left.owner);
    await deliverDue(testApp);
    const [mail] = await mailsTo(left);
    const token = receivedTokenIn(mail ?? ({} as never));
    const browser = openBrowser(app);
    expect((await browser.open(token)).json().memories).toHaveLength(2);
    expect((await browser.open(datedToken)).json().memories).toHaveLength(2);

    const zip = `/api/received/${token}/everything.zip`;
    expect((await browser.get(zip)).statusCode).toBe(200);
    const staff = await createStaff(testApp);
    const answer = await revoke(releaseId, staff);
    expect(answer.statusCode).toBe(200);
    const report = answer.json<StaffRelease>();
    expect(report).toMatchObject({
      owner: { email: left.owner.user.email },
      revokedAt: clock.now().toISOString(),
      revokedBy: { id: staff.user.id },
      leftCount: 1,
      openedCount: 1,
    });
    expect(report.left).toMatchObject([
      { recipientFirstName: 'Maya', state: 'delivered', sentTo: left.recipients[0]?.email },
    ]);
    expect(JSON.stringify(report)).not.toMatch(/toast|thirtieth|received/);

    expect((await browser.get(`/api/received/${token}`)).json()).toMatchObject({ closed: true });
    expect(await browser.open(token)).toMatchObject({ statusCode: 409 });
    expect(await browser.get(zip)).toMatchObject({ statusCode: 404 });
    const seen = (await browser.open(datedToken)).json().memories;
    expect(seen).toHaveLength(1);
    const rows = await deliveriesOf(left);
    expect(rows).toHaveLength(2);
    await expectNoDifferences();
    clock.advance(40 * 24 * 60 * 60);
    await deliverDue(testApp);
    expect(await mailsTo(left)).toHaveLength(2);
    expect((await signIn(left.owner.user.email)).statusCode).toBe(200);
  });

  test('F33: a second release sends only what had not arrived, and opens the links again', async () => {
    const left = await createOwner(testApp, [{}, { firstName: 'Sam', email: null, phone: null }]);
    await leave(testApp, left);
    const releaseId = await releaseOwner(testApp, left.owner);
    await deliverDue(testApp);
    await revoke(releaseId);
    await expectNoDifferences();
    expect(await deliveriesOf(left)).toHaveLength(1);
    clock.advance(60);
    await deliverDue(testApp);
    const [mail] = await mailsTo(left);
    const token = receivedTokenIn(mail ?? ({} as never));
    expect((await openBrowser(app).open(token)).statusCode).toBe(409);

    await releaseOwner(testApp, left.owner);
    await deliverDue(testApp);
    expect(await mailsTo(left)).toHaveLength(1);
    expect((await openBrowser(app).open(token)).statusCode).toBe(200);
    const states = (await deliveriesOf(left)).map(
      ({ delivery }) => delivery.waitingReason ?? delivery.status,
    );
    expect(states.toSorted()).toEqual(['delivered', 'no_address']);
    await expectNoDifferences();
  });

  test('F33: a letter rewritten in between is mailed anew to whoever has not opened it, with the same link', async () => {
    const left = await createOwner(testApp, [{}, { firstName: 'Sam', email: 'sam.rewritten@example.com' }]);
    await leave(testApp, left);
    const releaseId = await releaseOwner(testApp, left.owner);
    await deliverDue(testApp);
    const tokenOf = async (n: number) => receivedTokenIn((await mailsTo(left, n)).at(-1) ?? ({} as never));
    const [toMaya, toSam] = [await tokenOf(0), await tokenOf(1)];
    expect((await openBrowser(app).open(toSam)).statusCode).toBe(200);
    await revoke(releaseId);
    left.owner.token = (await signIn(left.owner.user.email)).json().token;
    const url = `/api/memories/${left.memoryId}`;
    const payload = { title: 'Second thoughts', content: 'I am back.' };
    expect((await left.owner.request({ method: 'PATCH', url, payload })).statusCode).toBe(200);
    await checkMemory(services, { memoryId: left.memoryId, revision: 2 });
    await expectNoDifferences();

    clock.advance(60);
    await releaseOwner(testApp, left.owner);
    await startDueSchedules(services);
    await expectNoDifferences();
    await deliverDue(testApp);
    // The development mailbox keeps one mail per Message-ID, so this counts the attempts.
    const rows = (await deliveriesOf(left)).map(({ delivery }) => delivery);
    expect(rows.map(({ status, attemptCount }) => [status, attemptCount]).toSorted()).toEqual([
      ['delivered', 1],
      ['delivered', 2],
    ]);
    expect(rows.find(({ openedAt }) => openedAt)?.attemptCount).toBe(1);
    const shown = async (token: string) => (await openBrowser(app).open(token)).json().memories[0];
    expect(await shown(toMaya)).toMatchObject({ title: 'Second thoughts' });
    const made = and(eq(schedules.userId, left.owner.user.id), eq(schedules.isDelivered, true));
    expect(await db.$count(schedules, made)).toBe(1);
    await expectNoDifferences();
  });

  test('F33: the owner can change and cancel again what had begun, and reads that a link went out', async () => {
    const left = await createOwner(testApp);
    const { id } = await leave(testApp, left);
    const releaseId = await releaseOwner(testApp, left.owner);
    await deliverDue(testApp);
    await revoke(releaseId);
    left.owner.token = (await signIn(left.owner.user.email)).json().token;
    const [listed] = (await left.owner.request({ url: '/api/schedules' })).json();
    expect(listed).toMatchObject({ isDelivered: false, startedAt: null });
    expect(listed.recipients).toMatchObject([
      { state: null, waitingReason: expect.stringContaining('by mistake') },
    ]);
    const url = `/api/schedules/${id}`;
    const changed = await left.owner.request({ method: 'PATCH', url, payload: { releaseDays: 7 } });
    expect([changed.statusCode, changed.json().releaseDays]).toEqual([200, 7]);
    expect((await left.owner.request({ method: 'DELETE', url })).statusCode).toBe(204);
    await expectNoDifferences();
  });

  test.each<[string, Outcome, string[]]>([
    [
      'accepted',
      { kind: 'delivered', sentTo: { channel: 'email', address: 'maya@example.com' } },
      ['delivered'],
    ],
    ['put off', { kind: 'later', unknown: false, message: 'busy' }, []],
    ['unanswered', { kind: 'later', unknown: true, message: '' }, ['release_revoked']],
  ])('F33: a mail on its way that is %s', async (_name, outcome, expected) => {
    const left = await createOwner(testApp);
    await leave(testApp, left);
    const releaseId = await releaseOwner(testApp, left.owner);
    await startDueSchedules(services);
    const ids = (await deliveriesOf(left)).map(({ delivery }) => delivery.id);
    const [delivery] = await claimDeliveries(services, ids);
    if (!delivery) throw new Error('Nothing was claimed');
    await revoke(releaseId);
    await recordOutcomes(services, [{ delivery, outcome }]);
    const rows = (await deliveriesOf(left)).map(({ delivery: row }) => row);
    expect(rows.map(({ waitingReason, status }) => waitingReason ?? status)).toEqual(expected);
    expect(rows.every(({ releaseRevokedAt }) => releaseRevokedAt)).toBe(true);
    await expectNoDifferences();
    clock.advance(60);
    await releaseOwner(testApp, left.owner);
    await deliverDue(testApp);
    expect(await mailsTo(left)).toHaveLength(expected[0] === 'delivered' ? 0 : 1);
    await expectNoDifferences();
  });

  test('F33: a schedule is finished without the closed link of somebody who was taken off it in between', async () => {
    const left = await createOwner(testApp, [{}, { firstName: 'Sam' }]);
    const { id } = await leave(testApp, left);
    const releaseId = await releaseOwner(testApp, left.owner);
    await startDueSchedules(services);
    const ids = (await deliveriesOf(left)).map(({ delivery }) => delivery.id);
    const outcome: Outcome = { kind: 'later', unknown: true, message: '' };
    const claims = await claimDeliveries(services, ids);
    await recordOutcomes(
      services,
      claims.map((delivery) => ({ delivery, outcome })),
    );
    await revoke(releaseId);
    left.owner.token = (await signIn(left.owner.user.email)).json().token;
    const payload = { recipientIds: [left.recipients[0]?.id] };
    const changed = await left.owner.request({ method: 'PATCH', url: `/api/schedules/${id}`, payload });
    expect(changed.statusCode).toBe(200);
    clock.advance(60);
    await releaseOwner(testApp, left.owner);
    await deliverDue(testApp);
    const states = (await deliveriesOf(left)).map(({ delivery: row }) => row.waitingReason ?? row.status);
    expect(states.toSorted()).toEqual(['delivered', 'release_revoked']);
    const isFinished = and(eq(schedules.id, id), eq(schedules.isDelivered, true));
    expect(await db.$count(schedules, isFinished)).toBe(1);
    await expectNoDifferences();
  });

  test('F33: a batch that was claimed before sends nothing a second after it', async () => {
    const left = await createOwner(testApp);
    await leave(testApp, left);
    const releaseId = await releaseOwner(testApp, left.owner);
    await startDueSchedules(services);
    const ids = (await deliveriesOf(left)).map(({ delivery }) => delivery.id);
    const [claimed] = await claimDeliveries(services, ids);
    if (!claimed) throw new Error('Nothing was claimed');
    await revoke(releaseId);
    clock.advance(2);
    await refreshClaims(services, claimed);
    const outcome = await sendDelivery(services, claimed);
    expect(outcome).toEqual({ kind: 'put-back' });
    await recordOutcomes(services, [{ delivery: claimed, outcome }]);
    expect(await deliveriesOf(left)).toEqual([]);
    await deliverBatch(services, ids);
    expect(await mailsTo(left)).toEqual([]);
  });

  test('tells the owner that the account is open again', async () => {
    const { owner } = await createOwner(testApp);
    await revoke(await releaseOwner(testApp, owner));
    const ofOwner = and(eq(outboxMails.userId, owner.user.id), eq(outboxMails.kind, 'account-reopened'));
    expect(await db.$count(outboxMails, ofOwner)).toBe(1);
  });

  test('works while the clock of this process differs from the database', async () => {
    const { owner } = await createOwner(testApp);
    const releaseId = await releaseOwner(testApp, owner);
    const staff = await createStaff(testApp);
    clock.differ(120);
    const { statusCode } = await revoke(releaseId, staff);
    clock.differ(0);
    expect(statusCode).toBe(200);
  });

  test('409: a release that is revoked; 404: an unknown one; 400: without a reason; nothing is written', async () => {
    const { owner } = await createOwner(testApp);
    const releaseId = await releaseOwner(testApp, owner);
    expect((await revoke(releaseId, undefined, '  ')).statusCode).toBe(400);
    expect((await revoke(releaseId, undefined, 'x'.repeat(10_000))).statusCode).toBe(400);
    expect((await revoke(newId())).statusCode).toBe(404);
    expect((await signIn(owner.user.email)).statusCode).toBe(403);
    expect((await revoke(releaseId)).statusCode).toBe(200);
    expect((await revoke(releaseId)).statusCode).toBe(409);
  });
});

test('GET /api/admin/releases/{id}: a page at a time, and how many in all', async () => {
  const left = await createOwner(testApp, [{}, { firstName: 'Sam' }, { firstName: 'Noa' }]);
  await leave(testApp, left);
  const releaseId = await releaseOwner(testApp, left.owner);
  await deliverDue(testApp);
  const staff = await createStaff(testApp);
  const read = async (query: string) =>
    (await staff.request({ url: `/api/admin/releases/${releaseId}?limit=2${query}` })).json<StaffRelease>();
  const first = await read('');
  expect([first.leftCount, first.left.length]).toEqual([3, 2]);
  const { afterBegun, after } = first.next ?? ({} as never);
  const second = await read(`&afterBegun=${afterBegun}&after=${after}`);
  expect(second.next).toBeNull();
  const names = [...first.left, ...second.left].map(({ recipientFirstName }) => recipientFirstName);
  expect(names.toSorted()).toEqual(['Maya', 'Noa', 'Sam']);
});
