import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { StaffDeliveryList } from '../../../../../shared/delivery/staff-deliveries.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { hardBounces, otherMails, type Returned, softBounces } from '../../../../../test/bounce-mails.ts';
import { createStaff } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { deliveriesOf, startDelivery } from '../../../../../test/started-delivery.ts';
import { mailHandlers } from '../../../../mail-handlers.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { returnPathFor } from '../../../../platform/mail/return-path.ts';
import { actEffects } from '../../../../wiring.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { retryDeliveries } from '../deliveries.ts';
import { releaseDeliveries } from '../holds/holds.ts';
import { deliverBatch } from '../send/deliver-batch.ts';
import { catchUpAfterRestores, catchUpWithSendLog } from '../start/catch-up.ts';
import { bounces } from './bounces.table.ts';
import { settleBounces } from './receive-bounces.ts';

// F17: a mail service posts bounces to us.

const secret = 'a secret of the mail service';
const bounceAddress = 'bounce@long-after.example';
const testApp = await startTestApp({
  clock: createTestClock('2030-05-04T12:00:00Z'),
  env: { BOUNCE_ADDRESS: bounceAddress, BOUNCE_WEBHOOK_SECRET: secret },
});
const { services, clock, app } = testApp;
const { db } = services;

const sign = (body: string | Buffer, by = secret) =>
  `sha256=${createHmac('sha256', by).update(body).digest('hex')}`;

async function handIn(body: string, signature = sign(body), type = 'message/rfc822'): Promise<number> {
  const headers = { 'content-type': type, 'x-signature': signature };
  const answer = await app.inject({ method: 'POST', url: '/api/mail/bounces', headers, payload: body });
  if (answer.statusCode === 204) expect(answer.body).toBe('');
  return answer.statusCode;
}

const pathOf = (id: string, attempt = 1) =>
  returnPathFor(services.appSecret, bounceAddress, { kind: 'delivery', id, attempt });

async function delivered() {
  const started = await startDelivery(testApp);
  const row = async () => (await deliveriesOf(testApp, started))[0];
  const id = (await row())?.id ?? '';
  await deliverBatch(services, [id]);
  const address = started.recipients[0]?.email ?? '';
  expect(await row()).toMatchObject({ status: 'delivered', sentTo: address, attemptCount: 1 });
  clock.advance(10 * 60);
  const returned: Returned = { to: pathOf(id), address };
  return { started, id, row, returned };
}

const written = (shapes: typeof hardBounces, name: string, returned: Returned) =>
  shapes[name]?.(returned) ?? expect.fail(name);

const actsAbout = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map(({ action }) => action);

test.each(['Gmail', 'qmail', 'a domain that did not answer for days'])(
  '204: %s: the delivery waits for an address that works',
  async (name) => {
    const { row, returned } = await delivered();
    expect(await handIn(written(hardBounces, name, returned))).toBe(204);
    expect(await row()).toMatchObject({ status: 'waiting', waitingReason: 'bad_address', deliveredAt: null });
  },
);

test('security 75: 204: the owner is asked, staff read what the mail server said, and the same again changes nothing', async () => {
  const { started, id, row, returned } = await delivered();
  const bounce = written(hardBounces, 'Postfix', returned);
  expect(await handIn(bounce)).toBe(204);
  await sendMailsAbout(services, id);
  const subjects = (await mailTo(services, started.owner.user.email)).map(({ subject }) => subject);
  expect(subjects).toContain('We could not reach Maya');
  const staff = await createStaff(testApp);
  const seen = await staff.request({ url: `/api/admin/deliveries/${id}` });
  expect(seen.json()).toMatchObject({ lastAnswer: expect.stringContaining('User unknown') });
  expect(seen.json().lastAnswer).not.toContain(returned.address);

  // The owner wants another try at the same address: the report about the first attempt does not concern it.
  await retryDeliveries(services, eq(deliveryQueue.id, id), started.owner.user.id);
  await deliverBatch(services, [id]);
  expect(await row()).toMatchObject({ status: 'delivered', attemptCount: 2 });
  expect(await handIn(bounce)).toBe(204);
  expect(await handIn(written(hardBounces, 'Gmail', returned))).toBe(204);
  expect(await row()).toMatchObject({ status: 'delivered' });
  expect(await handIn(written(hardBounces, 'Gmail', { ...returned, to: pathOf(id, 2) }))).toBe(204);
  expect(await row()).toMatchObject({ status: 'waiting', waitingReason: 'bad_address' });
  const kept = await db.select().from(bounces).where(eq(bounces.deliveryId, id));
  expect(kept).toHaveLength(2);
  expect(JSON.stringify(kept)).not.toContain('@');
});

test.each(Object.keys(softBounces))('204: %s is noted, and the delivery stays delivered', async (name) => {
  const { id, row, returned } = await delivered();
  const bounce = written(softBounces, name, returned);
  expect(await handIn(bounce)).toBe(204);
  expect(await handIn(bounce)).toBe(204);
  expect(await row()).toMatchObject({ status: 'delivered' });
  expect((await actsAbout(id)).filter((act) => act === 'delivery.delay-reported')).toHaveLength(1);
  expect(await handIn(written(hardBounces, 'Exim', returned))).toBe(204);
  expect(await row()).toMatchObject({ status: 'waiting', waitingReason: 'bad_address' });
  const staff = await createStaff(testApp);
  const { deliveries } = (await staff.request({ url: '/api/admin/deliveries' })).json<StaffDeliveryList>();
  const reported = deliveries.find((one) => one.id === id)?.reported;
  expect(reported?.map(({ kind }) => kind)).toEqual(['soft', 'hard']);
});

test('204: an absence note, a complaint and whatever else arrives there changes nothing', async () => {
  const { row, returned } = await delivered();
  const before = await row();
  for (const write of Object.values(otherMails)) expect(await handIn(write(returned))).toBe(204);
  expect(await row()).toEqual(before);
});

test('security 75: 204: a bounce of another address, a forged one, or one of nothing that we know changes nothing', async () => {
  const { id, row, returned } = await delivered();
  const before = await row();
  const hard = (change: Partial<Returned>) => written(hardBounces, 'Postfix', { ...returned, ...change });
  const elsewhere = returnPathFor({ ...services.appSecret, links: 'another' }, bounceAddress, {
    kind: 'delivery',
    id,
    attempt: 1,
  });
  const other = await delivered();
  for (const bounce of [
    hard({ address: 'somebody@example.org' }),
    hard({ to: elsewhere }),
    hard({ to: bounceAddress }),
    hard({ to: other.returned.to }),
    hard({ to: pathOf('0190a1b2-0000-7000-8000-000000000000') }),
    'no mail at all',
    '',
  ])
    expect(await handIn(bounce)).toBe(204);
  expect(await row()).toEqual(before);
  expect(await other.row()).toMatchObject({ status: 'delivered' });
});

test('security 75: 401, 413 and 415: what is not signed, too large or no message is not read', async () => {
  const { row, returned } = await delivered();
  const bounce = written(hardBounces, 'Postfix', returned);
  expect(await handIn(bounce, '')).toBe(401);
  expect(await handIn(bounce, sign(bounce, 'a secret of somebody else'))).toBe(401);
  expect(await handIn(`${bounce} `, sign(bounce))).toBe(401);
  expect(await handIn(bounce, sign(bounce).slice(0, -1))).toBe(401);
  expect(await handIn('x'.repeat(1_048_577))).toBe(413);
  expect(await handIn(bounce, sign(bounce), 'application/json')).toBe(415);
  expect(await row()).toMatchObject({ status: 'delivered' });
  expect(await handIn(bounce, sign(bounce).toUpperCase())).toBe(204);
  expect(await row()).toMatchObject({ status: 'waiting' });
});

test('what comes back before its attempt is recorded is applied afterwards', async () => {
  const { id, row, returned } = await delivered();
  // The state that a worker leaves behind if it is killed right after the mail server has accepted the mail.
  const asItWas = { status: 'sending', deliveredAt: null, sentTo: null, channel: null } as const;
  await db.update(deliveryQueue).set(asItWas).where(eq(deliveryQueue.id, id));
  expect(await handIn(written(hardBounces, 'Postfix', returned))).toBe(204);
  await settleBounces(services);
  expect(await row()).toMatchObject({ status: 'sending' });
  await deliverBatch(services, [id]);
  expect(await row()).toMatchObject({ status: 'delivered', attemptCount: 2 });
  await settleBounces(services);
  expect(await row()).toMatchObject({ status: 'waiting', waitingReason: 'bad_address' });
  await retryDeliveries(services, eq(deliveryQueue.id, id), 'system');
  await deliverBatch(services, [id]);
  await settleBounces(services);
  expect(await row()).toMatchObject({ status: 'delivered', attemptCount: 3 });
});

describe('F41: a database restored from before a mail came back', () => {
  /** Restores the state of a backup made before the bounce. */
  async function forgetBounces(id: string): Promise<void> {
    await db.delete(bounces).where(eq(bounces.deliveryId, id));
    const asItWas = { status: 'delivered', waitingReason: null, deliveredAt: clock.now() } as const;
    await db.update(deliveryQueue).set(asItWas).where(eq(deliveryQueue.id, id));
  }

  test('waits for another address again, once', async () => {
    const { id, row, returned } = await delivered();
    expect(await handIn(written(hardBounces, 'Postfix', returned))).toBe(204);
    await forgetBounces(id);
    expect((await catchUpWithSendLog(services)).sent).toBe(0);
    expect(await row()).toMatchObject({ status: 'waiting', waitingReason: 'bad_address' });
    await retryDeliveries(services, eq(deliveryQueue.id, id), 'system');
    await deliverBatch(services, [id]);
    await catchUpWithSendLog(services);
    expect(await row()).toMatchObject({ status: 'delivered' });
  });

  test('before a worker has caught up: waits for another address once one has', async () => {
    const { started, id, row, returned } = await delivered();
    await db.delete(deliveryQueue).where(eq(deliveryQueue.id, id));
    expect(await handIn(written(hardBounces, 'Postfix', returned))).toBe(204);
    expect(await row()).toBeUndefined();
    expect((await catchUpWithSendLog(services)).sent).toBe(1);
    expect(await row()).toMatchObject({ id, status: 'waiting', waitingReason: 'bad_address' });
    await sendMailsAbout(services, id);
    const subjects = (await mailTo(services, started.owner.user.email)).map(({ subject }) => subject);
    expect(subjects).toContain('We could not reach Maya');
    await inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
  });

  test('that went to an address which it does not know: waits for another address', async () => {
    const { started, id, row, returned } = await delivered();
    await db.delete(deliveryQueue).where(eq(deliveryQueue.id, id));
    const other = { email: 'maya.before@example.com' };
    await db
      .update(recipients)
      .set(other)
      .where(eq(recipients.id, started.recipients[0]?.id ?? ''));
    await catchUpWithSendLog(services);
    expect(await row()).toMatchObject({ status: 'delivered', sentTo: other.email });
    expect(await handIn(written(hardBounces, 'Postfix', returned))).toBe(204);
    expect(await row()).toMatchObject({ status: 'waiting', waitingReason: 'bad_address' });
    await inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
  });

  test('one that cannot be recorded stops neither the others nor the sweeps, and is tried again', async () => {
    const [bad, good] = [await delivered(), await delivered()];
    for (const { returned } of [bad, good])
      expect(await handIn(written(hardBounces, 'Postfix', returned))).toBe(204);
    await forgetBounces(bad.id);
    await forgetBounces(good.id);
    await db.execute(
      sql.raw(`
      create function break_one() returns trigger language plpgsql as $$ begin raise exception 'This row is bad'; end $$;
      create trigger break_one before insert on bounces for each row when (new.delivery_id = '${bad.id}') execute function break_one()`),
    );
    const catchUp = catchUpAfterRestores(services, mailHandlers, actEffects);
    await catchUp();
    expect([await bad.row(), await good.row()]).toMatchObject([
      { status: 'delivered' },
      { status: 'waiting' },
    ]);
    await db.execute(sql.raw('drop trigger break_one on bounces; drop function break_one()'));
    await catchUp();
    expect(await bad.row()).toMatchObject({ status: 'waiting', waitingReason: 'bad_address' });
  });

  test('what was sent again since has arrived', async () => {
    const { id, row, returned } = await delivered();
    expect(await handIn(written(hardBounces, 'Postfix', returned))).toBe(204);
    await retryDeliveries(services, eq(deliveryQueue.id, id), 'system');
    await deliverBatch(services, [id]);
    await forgetBounces(id);
    await db.update(deliveryQueue).set({ attemptCount: 1 }).where(eq(deliveryQueue.id, id));
    expect((await catchUpWithSendLog(services)).sent).toBe(1);
    expect(await row()).toMatchObject({ status: 'delivered' });
    await inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
  });
});

test('500: nothing counts as returned while the send log cannot be written, and the mail service reports it again', async () => {
  const { row, returned } = await delivered();
  const bounce = written(hardBounces, 'Postfix', returned);
  const { append } = services.sendLog;
  services.sendLog.append = () => Promise.reject(new Error('the folder is gone'));
  expect(await handIn(bounce)).toBe(500);
  services.sendLog.append = append;
  expect(await row()).toMatchObject({ status: 'delivered' });
  expect(await handIn(bounce)).toBe(204);
  expect(await row()).toMatchObject({ status: 'waiting' });
});

test('another mail of ours that comes back stays sent, and staff read why', async () => {
  const { started } = await delivered();
  await sendMailsAbout(services, started.scheduleId);
  const [mail] = await db.select().from(outboxMails).where(eq(outboxMails.subjectId, started.scheduleId));
  const { id = '', sentTo } = mail ?? {};
  const to = returnPathFor(services.appSecret, bounceAddress, { kind: 'mail', id, attempt: 0 });
  const read = async () => (await db.select().from(outboxMails).where(eq(outboxMails.id, id)))[0];
  expect(await handIn(written(hardBounces, 'Sendmail', { to, address: 'x@example.com' }))).toBe(204);
  expect(await read()).toMatchObject({ lastAnswer: null });
  expect(await handIn(written(hardBounces, 'Sendmail', { to, address: sentTo ?? '' }))).toBe(204);
  expect(await read()).toMatchObject({
    sentAt: expect.any(Date),
    failedAt: null,
    lastAnswer: expect.stringMatching(/^It came back: 550 5\.1\.1 .*User unknown$/),
  });
});
