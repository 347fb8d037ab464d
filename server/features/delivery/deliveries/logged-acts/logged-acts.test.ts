import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenAct } from '../../../../../shared/outbox/logged-acts.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createStaff, goodPassword } from '../../../../../test/factories.ts';
import { askDaniel, createFamily, leaveForMaya } from '../../../../../test/guardians.ts';
import { firstMailTo, receivedTokenIn } from '../../../../../test/mailbox.ts';
import { openBrowser } from '../../../../../test/recipient-browser.ts';
import { deliverDue } from '../../../../../test/released.ts';
import { deliveriesOf, startDelivery } from '../../../../../test/started-delivery.ts';
import { mailHandlers } from '../../../../mail-handlers.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { actEffects, renewTrustedLinks } from '../../../../wiring.ts';
import { logActs } from '../../../outbox/messages/send-log/send-log.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { deliveryQueue, schedules } from '../deliveries.table.ts';
import { guardianQuestions } from '../guardians/guardians.table.ts';
import { openHolds, releaseDeliveries } from '../holds/holds.ts';
import { disownDeliveries, endDisowning } from '../said/said.ts';
import { deliverBatch } from '../send/deliver-batch.ts';
import { catchUpAfterRestores, catchUpWithSendLog } from '../start/catch-up.ts';
import { loggedActs } from './logged-acts.table.ts';
import { listOpenActs, rememberAct } from './logged-acts.ts';

// F41: a database is restored from a backup, and recipients and guardians have said something since it was made.

const testApp = await startTestApp({ clock: createTestClock('2027-04-01T12:00:00Z') });
const { app, services, clock } = testApp;
const { db } = services;

/** What a worker does when it starts on this database. */
const catchUp = () => catchUpAfterRestores(services, mailHandlers, actEffects)();

beforeEach(() => void clock.advance(60));
afterEach(async () => {
  await db.execute(sql`update logged_acts set settled_at = recovered_at where settled_at is null`);
  await inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
});

/** Maya has opened a letter, and a second one is due next week. */
async function opened() {
  const started = await startDelivery(testApp);
  const rows = await deliveriesOf(testApp, started);
  await deliverBatch(
    services,
    rows.map(({ id }) => id),
  );
  const [maya] = started.recipients;
  const token = receivedTokenIn(await firstMailTo(services, maya?.email ?? ''));
  const phone = openBrowser(app);
  await phone.open(token);
  clock.advance(1);
  const id = maya?.id ?? '';
  const read = async () => (await db.select().from(recipients).where(eq(recipients.id, id)))[0];
  const delivery = async () => (await deliveriesOf(testApp, started))[0];
  return { started, id, token, phone, read, delivery };
}

async function forgetActs(...subjects: string[]): Promise<void> {
  await db.delete(loggedActs).where(inArray(loggedActs.subjectId, subjects));
}
const neverDeclined = (id: string) =>
  db.update(recipients).set({ declinedAt: null }).where(eq(recipients.id, id));

async function breakRecipient(id: string) {
  await db.execute(
    sql.raw(`
    create function break_one() returns trigger language plpgsql as $$ begin raise exception 'This row is bad'; end $$;
    create trigger break_one before update on recipients for each row when (new.id = '${id}') execute function break_one()`),
  );
  return () => db.execute(sql.raw('drop trigger break_one on recipients; drop function break_one()'));
}

const now = () => clock.now().toISOString();
const logDeclining = (owner: string, subject: string) =>
  logActs(services, [
    { at: now(), act: newId(), kind: 'declining', said: 'yes', owner, subject, about: null },
  ]);

test('who wanted nothing more gets nothing more, and nobody has to do anything', async () => {
  const { id, phone, token, read } = await opened();
  expect((await phone.act(token, 'decline')).statusCode).toBe(200);
  await neverDeclined(id);
  await catchUp();
  expect((await read())?.declinedAt).toBeNull();
  await forgetActs(id);
  await catchUp();
  expect((await read())?.declinedAt).not.toBeNull();
  expect([await openHolds(db), await listOpenActs(db)]).toEqual([[], []]);
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(entries.at(-1)).toMatchObject({
    action: 'deliveries.act-recovered',
    details: { kind: 'declining', said: 'yes' },
  });
});

test.each([
  ['both were forgotten', 'both'],
  ['only the second was forgotten', 'second'],
])('who wanted it after all gets it: %s', async (_, which) => {
  const { id, phone, token, read } = await opened();
  await phone.act(token, 'decline');
  clock.advance(0.02);
  await phone.act(token, 'decline/undo');
  const isForgotten = which === 'both' ? undefined : eq(loggedActs.said, 'no');
  await db.delete(loggedActs).where(and(eq(loggedActs.subjectId, id), isForgotten));
  const declinedAt = which === 'both' ? null : clock.now();
  await db.update(recipients).set({ declinedAt }).where(eq(recipients.id, id));
  await catchUp();
  expect((await read())?.declinedAt).toBeNull();
});

test('what was said on the restored database counts more than what the log says of before', async () => {
  const { id, phone, token, read } = await opened();
  await phone.act(token, 'decline');
  await forgetActs(id);
  clock.advance(1);
  await phone.act(token, 'decline/undo');
  await catchUp();
  expect((await read())?.declinedAt).toBeNull();
});

test('security 76: what was not for whoever got it is closed to them again, and the owner is asked for another address', async () => {
  const { id, phone, token, read, delivery } = await opened();
  const before = await delivery();
  expect((await phone.act(token, 'not-me')).statusCode).toBe(200);
  expect(await delivery()).toMatchObject({ status: 'waiting', waitingReason: 'not_theirs' });
  await forgetActs(id);
  await db.update(recipients).set({ disownedAt: null, disownedAddress: null }).where(eq(recipients.id, id));
  const { status, waitingReason, deliveredAt, sentTo, disownedAddress } = before ?? expect.fail();
  await db
    .update(deliveryQueue)
    .set({ status, waitingReason, deliveredAt, sentTo, disownedAddress })
    .where(eq(deliveryQueue.id, before?.id ?? ''));
  await catchUp();
  expect((await read())?.disownedAddress).toBe(sentTo);
  expect((await delivery())?.disownedAddress).toBe(sentTo);
  expect(await listOpenActs(db)).toEqual([]);
});

test('what went on to another address after that is not sent there again', async () => {
  const { id, phone, token, read, delivery } = await opened();
  const secondEmail = `second.${id}@example.com`;
  await db.update(recipients).set({ secondEmail }).where(eq(recipients.id, id));
  const before = (await delivery()) ?? expect.fail();
  await phone.act(token, 'not-me');
  clock.advance(1);
  await deliverBatch(services, [before.id]);
  expect(await delivery()).toMatchObject({ status: 'delivered', sentTo: secondEmail });
  await forgetActs(id);
  await db.update(recipients).set({ disownedAt: null, disownedAddress: null }).where(eq(recipients.id, id));
  await db.update(deliveryQueue).set(before).where(eq(deliveryQueue.id, before.id));
  await catchUp();
  await inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
  await deliverBatch(services, [before.id]);
  expect(await delivery()).toMatchObject({ status: 'delivered', sentTo: secondEmail, attemptCount: 2 });
  expect((await read())?.disownedAddress).toBe(before.sentTo);
});

test('what somebody said at another address later, and took back, does not open the first one again', async () => {
  const { id, phone, token, read, delivery } = await opened();
  const [before, maya] = [(await delivery()) ?? expect.fail(), (await read()) ?? expect.fail()];
  await phone.act(token, 'not-me');
  const corrected = { recipientId: id, address: `new.${id}@example.com` };
  await db.update(recipients).set({ email: corrected.address }).where(eq(recipients.id, id));
  await deliverBatch(services, [before.id]);
  clock.advance(60);
  await inTransaction(db, (tx) =>
    disownDeliveries(tx, services, renewTrustedLinks, { ...corrected, knownSince: clock.now() }),
  );
  clock.advance(60);
  await inTransaction(db, (tx) =>
    endDisowning(tx, services, renewTrustedLinks, { ...corrected, actor: 'recipient' }),
  );
  await forgetActs(id);
  await db.update(recipients).set(maya).where(eq(recipients.id, id));
  await db.update(deliveryQueue).set(before).where(eq(deliveryQueue.id, before.id));
  await catchUp();
  expect((await read())?.disownedAddress).toBe(before.sentTo);
  expect((await delivery())?.disownedAddress).toBe(before.sentTo);
});

test('if the owner had already replaced that address, the new one is not taken for it', async () => {
  const { id, phone, token, read, delivery } = await opened();
  const before = (await delivery()) ?? expect.fail();
  const email = `new.${id}@example.com`;
  await db.update(recipients).set({ email }).where(eq(recipients.id, id));
  await phone.act(token, 'not-me');
  await deliverBatch(services, [before.id]);
  expect(await delivery()).toMatchObject({ status: 'delivered', sentTo: email });
  await forgetActs(id);
  await db.update(deliveryQueue).set(before).where(eq(deliveryQueue.id, before.id));
  await catchUp();
  expect(await delivery()).toMatchObject({ status: 'delivered', sentTo: email, attemptCount: 2 });
  expect((await delivery())?.disownedAddress).toBe(before.sentTo);
  expect((await read())?.disownedAddress).toBeNull();
});

test('what went on to another address on another day is found once, by its last attempt', async () => {
  const { id, phone, token, delivery } = await opened();
  const { id: deliveryId, scheduleId } = (await delivery()) ?? expect.fail();
  const secondEmail = `second.${id}@example.com`;
  await db.update(recipients).set({ secondEmail }).where(eq(recipients.id, id));
  await phone.act(token, 'not-me');
  clock.advance(86_400);
  await deliverBatch(services, [deliveryId]);
  expect(await delivery()).toMatchObject({ status: 'delivered', sentTo: secondEmail });
  await db.delete(deliveryQueue).where(eq(deliveryQueue.id, deliveryId));
  await db
    .update(schedules)
    .set({ startedAt: null, isDelivered: false, deliveredAt: null })
    .where(eq(schedules.id, scheduleId));
  await catchUp();
  expect(await delivery()).toMatchObject({ status: 'delivered', sentTo: secondEmail, attemptCount: 2 });
});

/** A letter that Maya gets in twenty days, and to which her guardian has said "not yet" since the backup was made. */
async function forgottenNotYet() {
  const family = await createFamily(testApp);
  const { id: scheduleId } = await leaveForMaya(testApp, family, 20);
  const token = await askDaniel(testApp, family);
  const payload = { ids: [] as string[], answer: 'not_yet', askAgain: 'never' };
  const page = (await app.inject({ url: `/api/guardian/${token}` })).json();
  payload.ids = page.moments.flatMap(({ ids }: { ids: string[] }) => ids);
  const answer = await app.inject({ method: 'POST', url: `/api/guardian/${token}/answer`, payload });
  expect(answer.statusCode).toBe(200);
  await forgetActs(scheduleId);
  await db.delete(guardianQuestions).where(eq(guardianQuestions.scheduleId, scheduleId));
  const expectToWait = async () => {
    const rows = await db.select().from(deliveryQueue).where(eq(deliveryQueue.scheduleId, scheduleId));
    expect(rows).toMatchObject([{ status: 'waiting', waitingReason: 'held_by_guardian' }]);
  };
  return { ...family, expectToWait };
}

test('security 50: what a guardian said "not yet" to still waits, even if the question was forgotten too', async () => {
  const { expectToWait } = await forgottenNotYet();
  await catchUp();
  clock.advance(20 * 86_400 + 1);
  await deliverDue(testApp);
  await expectToWait();
});

test('it waits as well if the account was being deleted when the worker caught up', async () => {
  const { owner, expectToWait } = await forgottenNotYet();
  const payload = { password: goodPassword, confirmation: 'DELETE' };
  expect((await owner.request({ method: 'POST', url: '/api/user/deletion', payload })).statusCode).toBe(200);
  await catchUp();
  const again = { email: owner.user.email, password: goodPassword };
  const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', payload: again });
  owner.token = signedIn.json().token;
  expect((await owner.request({ method: 'POST', url: '/api/user/restore' })).statusCode).toBe(200);
  clock.advance(20 * 86_400 + 1);
  await deliverDue(testApp);
  await expectToWait();
});

test('503: nothing changes while the send log cannot be written, and the person reads why', async () => {
  const { id, phone, token, read } = await opened();
  const { append } = services.sendLog;
  services.sendLog.append = () => Promise.reject(new Error('the folder is gone'));
  const answer = await phone.act(token, 'decline');
  services.sendLog.append = append;
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60']);
  expect(answer.json().message).toMatch(/nothing has changed. Please try again/);
  expect((await read())?.declinedAt).toBeNull();
  expect(await db.$count(loggedActs, eq(loggedActs.subjectId, id))).toBe(0);
});

test('one that cannot be applied stops no other, holds everything, and is tried again; staff cannot release before', async () => {
  const [bad, good] = [await opened(), await opened()];
  for (const { phone, token } of [bad, good]) await phone.act(token, 'decline');
  await forgetActs(bad.id, good.id);
  await neverDeclined(bad.id);
  await neverDeclined(good.id);
  const mend = await breakRecipient(bad.id);
  const run = catchUpAfterRestores(services, mailHandlers, actEffects);
  await run();
  expect((await good.read())?.declinedAt).not.toBeNull();

  const staff = await createStaff(testApp);
  const seen = (await openHolds(db)).map(({ id }) => id);
  expect(seen).toHaveLength(1);
  const url = '/api/admin/holds';
  const open = (await staff.request({ url: `${url}/acts` })).json<OpenAct[]>();
  expect(open).toMatchObject([{ kind: 'declining', ownerId: bad.started.owner.user.id, reportId: null }]);
  const release = () => staff.request({ method: 'DELETE', url, payload: { reason: 'Restored', seen } });
  const refused = await release();
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringMatching(/has not been done again.*Nothing was released/),
  ]);
  await mend();
  await run();
  expect((await bad.read())?.declinedAt).not.toBeNull();
  expect((await release()).statusCode).toBe(200);
});

test('two workers that catch up at once apply it once, and what is being committed at that moment is known', async () => {
  const { id, started, phone, token } = await opened();
  const ownerId = started.owner.user.id;
  await phone.act(token, 'decline');
  await forgetActs(id);
  await neverDeclined(id);
  let atOnce: Promise<unknown> = Promise.resolve();
  await inTransaction(db, async (tx) => {
    await rememberAct(tx, services, { kind: 'release-revoked', said: 'yes', ownerId, subjectId: id });
    atOnce = Promise.all([catchUp(), catchUp()]);
    await new Promise((done) => setTimeout(done, 50));
  });
  await atOnce;
  const recovered = and(eq(auditLog.subjectId, id), eq(auditLog.action, 'deliveries.act-recovered'));
  expect(await db.$count(auditLog, recovered)).toBe(1);
  expect(await listOpenActs(db)).toEqual([]);
});

test('what was said last counts, though it was said to a process that is behind the first', async () => {
  const { id, phone, token, read } = await opened();
  clock.differ(0.3);
  await phone.act(token, 'decline');
  clock.differ(0);
  clock.advance(0.2);
  await phone.act(token, 'decline/undo');
  await forgetActs(id);
  await catchUp();
  expect((await read())?.declinedAt).toBeNull();
});

test('what is about nobody any more says nothing', async () => {
  await logDeclining(newId(), newId());
  const entry = { at: now(), act: newId(), said: 'yes', owner: newId(), subject: newId(), about: newId() };
  for (const kind of ['disowning', 'guardian', 'sign-of-life', 'release-revoked', 'account-erased'] as const)
    await logActs(services, [{ ...entry, act: newId(), kind }]);
  await catchUp();
  expect([await openHolds(db), await listOpenActs(db)]).toEqual([[], []]);
});

test('a first try that fails is made again, and reads each day once, back to the one of which everything is known', async () => {
  const known = await opened();
  clock.advance(86_400);
  const { started, id, phone, token, read } = await opened();
  await phone.act(token, 'decline');
  clock.advance(86_400);
  const late = await startDelivery(testApp);
  const rows = await deliveriesOf(testApp, late);
  await deliverBatch(
    services,
    rows.map((row) => row.id),
  );
  // The state of a backup made on the first day.
  await forgetActs(id);
  await neverDeclined(id);
  await db
    .delete(deliveryQueue)
    .where(inArray(deliveryQueue.scheduleId, [started.scheduleId, late.scheduleId]));
  await db.execute(sql.raw('alter table logged_acts rename to lost_acts'));
  await expect(catchUp()).rejects.toThrow();
  await db.execute(sql.raw('alter table lost_acts rename to logged_acts'));

  const days: string[] = [];
  const sendLog = {
    ...services.sendLog,
    read(day: string) {
      days.push(day);
      return services.sendLog.read(day);
    },
  };
  await catchUpWithSendLog({ ...services, sendLog });
  await catchUp();
  expect((await read())?.declinedAt).not.toBeNull();
  expect(await known.delivery()).toMatchObject({ status: 'delivered' });
  const last = clock.now().getTime();
  const expected = [0, 1, 2].map((ago) => new Date(last - ago * 86_400_000).toISOString().slice(0, 10));
  expect(days).toEqual(expected);
});
