import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inArray, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { tamper } from '../../../../test/audit-log.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { openBrowser } from '../../../../test/recipient-browser.ts';
import { claimFor, deliveriesOf, type Started, startDelivery } from '../../../../test/started-delivery.ts';
import { mailHandlers } from '../../../mail-handlers.ts';
import { inTransaction } from '../../../platform/database.ts';
import { actEffects } from '../../../wiring.ts';
import { leaseSeconds } from '../../outbox/messages/messages.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { openHolds, releaseDeliveries } from './holds/holds.ts';
import { deliveryToken } from './message/message.ts';
import { findDifferences } from './reconcile.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import { sendDelivery } from './send/send-delivery.ts';
import { catchUpAfterRestores, catchUpWithSendLog } from './start/catch-up.ts';
import { startDueSchedules } from './start/start.ts';

const clock = createTestClock('2031-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { app, services } = testApp;
const { db } = services;

const people = [{ email: 'maya@example.com' }, { email: 'jonas@example.com' }];
const idsOf = async (started: Started) => (await deliveriesOf(testApp, started)).map(({ id }) => id);
const mailsTo = async ({ recipients }: Started) =>
  (await Promise.all(recipients.map(({ email }) => mailTo(services, email ?? '')))).map(
    (mails) => mails.length,
  );

beforeEach(() => db.execute(sql`delete from mailbox_messages`));

test('A4: a mail that was accepted before its worker was killed is not sent again, and dated when it was sent', async () => {
  const started = await startDelivery(testApp);
  const claim = await claimFor(testApp, started);
  const sentAt = clock.now();
  expect(await sendDelivery(services, claim)).toMatchObject({ kind: 'delivered' });

  clock.advance(leaseSeconds);
  await deliverBatch(services, [claim.id]);
  expect(await mailsTo(started)).toEqual([1]);
  expect(await deliveriesOf(testApp, started)).toMatchObject([
    { status: 'delivered', attemptCount: 2, deliveredAt: sentAt },
  ]);
  expect(await findDifferences(db, clock.now())).toEqual([]);
});

test('A4: nor is it when the send log could not be read at the first try', async () => {
  const started = await startDelivery(testApp);
  const claim = await claimFor(testApp, started);
  await sendDelivery(services, claim);
  clock.advance(leaseSeconds);
  const away = {
    ...services.sendLog,
    read() {
      throw new Error('the folder is gone');
    },
  };
  await deliverBatch({ ...services, sendLog: away }, [claim.id]);
  const [row] = await deliveriesOf(testApp, started);
  expect(row?.status).toBe('pending');
  clock.set(row?.attemptAfter ?? '');
  await deliverBatch(services, [claim.id]);
  expect(await mailsTo(started)).toEqual([1]);
  expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'delivered' }]);
});

test('A4: one that was only about to be sent is sent', async () => {
  const started = await startDelivery(testApp);
  const { id } = await claimFor(testApp, started);
  clock.advance(leaseSeconds);
  await deliverBatch(services, [id]);
  expect(await mailsTo(started)).toEqual([1]);
});

test('nothing is sent while the send log cannot be written, and it goes out later', async () => {
  const started = await startDelivery(testApp);
  const away = {
    ...services.sendLog,
    append: () => Promise.reject(new Error('the folder is gone')),
  };
  await deliverBatch({ ...services, sendLog: away }, await idsOf(started));
  expect(await mailsTo(started)).toEqual([0]);
  const [row] = await deliveriesOf(testApp, started);
  expect(row).toMatchObject({ status: 'pending', errorMessage: 'The send log could not be used.' });
  clock.set(row?.attemptAfter ?? '');
  await deliverBatch(services, await idsOf(started));
  expect(await mailsTo(started)).toEqual([1]);
});

describe('F41: a database restored from before the mails were sent', () => {
  /** Sends two letters to two people each, then makes the database forget everything about it. */
  async function sentAndForgotten(to = people): Promise<{ started: Started; links: string[] }> {
    const started = await startDelivery(testApp, { people: to });
    const rows = await deliveriesOf(testApp, started);
    await deliverBatch(
      services,
      rows.map(({ id }) => id),
    );
    expect(await mailsTo(started)).toEqual([1, 1]);
    await db.execute(sql`delete from delivery_queue where schedule_id = ${started.scheduleId}`);
    const about = [started.scheduleId, ...rows.map(({ id }) => id)];
    await inTransaction(db, (tx) =>
      tamper(tx, () => tx.delete(auditLog).where(inArray(auditLog.subjectId, about))),
    );
    await db.execute(sql`
      update schedules set started_at = null, is_delivered = false, delivered_at = null where id = ${started.scheduleId}`);
    return { started, links: rows.map(({ id }) => deliveryToken(services, id)) };
  }

  async function release(): Promise<void> {
    await inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
  }

  test('starts held, sends nothing again, and the links in the mails work', async () => {
    const { started, links } = await sentAndForgotten();
    expect((await catchUpWithSendLog(services)).sent).toBe(2);
    const [hold] = await openHolds(db);
    expect(hold?.reason).toBe('behind-send-log');
    expect(hold?.message).toContain('2 letters that were sent');
    expect(hold?.message).toContain('npm run deliveries -- release');
    for (const link of links) expect((await openBrowser(app).open(link)).statusCode).toBe(200);

    await release();
    await startDueSchedules(services);
    await deliverBatch(services, await idsOf(started));
    expect(await mailsTo(started)).toEqual([1, 1]);
    expect(await findDifferences(db, clock.now())).toEqual([]);
    expect((await catchUpWithSendLog(services)).sent).toBe(0);
  });

  test('what had not been sent goes out after the release', async () => {
    const { started } = await sentAndForgotten();
    const [first] = started.recipients;
    await db.execute(sql`delete from mailbox_messages where to_address <> ${first?.email}`);
    const kept = services.sendLog.read.bind(services.sendLog);
    const onlyFirst = {
      ...services.sendLog,
      async *read(day: string) {
        for await (const line of kept(day)) if (line.includes(first?.id ?? '')) yield line;
      },
    };
    expect((await catchUpWithSendLog({ ...services, sendLog: onlyFirst })).sent).toBe(1);
    await deliverBatch(services, await idsOf(started));
    expect(await mailsTo(started)).toEqual([1, 0]);
    await release();
    await deliverBatch(services, await idsOf(started));
    expect(await mailsTo(started)).toEqual([1, 1]);
    expect(await findDifferences(db, clock.now())).toEqual([]);
  });

  test('a schedule that lies in the future here, since it was moved forward later, is not sent to them again', async () => {
    const { started } = await sentAndForgotten();
    const nextYear = '2032-05-04T12:00:00Z';
    await db.execute(sql`
      update schedules set due_at = ${nextYear}, delivery_date = ${nextYear} where id = ${started.scheduleId}`);
    expect((await catchUpWithSendLog(services)).sent).toBe(2);
    await release();
    clock.set(nextYear);
    await startDueSchedules(services);
    await deliverBatch(services, await idsOf(started));
    expect(await mailsTo(started)).toEqual([1, 1]);
    expect(await findDifferences(db, clock.now())).toEqual([]);
  });

  test('is noticed before the next sweep too, and a torn line is no obstacle', async () => {
    const catchUp = catchUpAfterRestores(services, mailHandlers, actEffects);
    await catchUp();
    const { started } = await sentAndForgotten();
    const [day] = await services.sendLog.days(clock.now().toISOString().slice(0, 7));
    const folder = join(services.config.dataDir, 'send-log', day ?? '');
    await appendFile(join(folder, (await readdir(folder))[0] ?? ''), '{"at":"2031-');
    await catchUp();
    expect(await openHolds(db)).toEqual([]);
    await db.execute(sql`vacuum full delivery_queue`);
    await catchUp();
    expect(await openHolds(db)).toHaveLength(1);
    expect(await deliveriesOf(testApp, started)).toMatchObject([
      { status: 'delivered' },
      { status: 'delivered' },
    ]);
    await release();
  });

  test('schedules of erased accounts say nothing', async () => {
    const { started } = await sentAndForgotten();
    await db.execute(sql`delete from users where id = ${started.owner.user.id}`);
    expect((await catchUpWithSendLog(services)).sent).toBe(0);
  });

  test('goes back over every day to the first of which it knows everything, past one that says nothing', async () => {
    const [one, two, three] = ['one', 'two', 'three'].map((day) =>
      people.map(({ email }) => ({ email: `${day}.${email}` })),
    );
    clock.set('2033-05-29T12:00:00Z');
    const wholly = await startDelivery(testApp);
    await deliverBatch(services, await idsOf(wholly));
    clock.set('2033-05-30T12:00:00Z');
    const early = await sentAndForgotten(one);
    clock.set('2033-05-31T12:00:00Z');
    const partly = await startDelivery(testApp);
    await deliverBatch(services, await idsOf(partly));
    const late = await sentAndForgotten(two);
    // On the latest day, the first of its month, only an account that is erased below has entries.
    clock.set('2033-06-01T12:00:00Z');
    const erased = await sentAndForgotten(three);
    await db.execute(sql`delete from users where id = ${erased.started.owner.user.id}`);

    const asked: string[] = [];
    const sendLog = {
      ...services.sendLog,
      read(day: string) {
        asked.push(day);
        return services.sendLog.read(day);
      },
    };
    expect((await catchUpWithSendLog({ ...services, sendLog })).sent).toBe(4);
    expect([...new Set(asked)]).toEqual(['2033-06-01', '2033-05-31', '2033-05-30', '2033-05-29']);
    await release();
    await startDueSchedules(services);
    for (const { started } of [early, late]) {
      await deliverBatch(services, await idsOf(started));
      expect(await mailsTo(started)).toEqual([1, 1]);
    }
  });
});
