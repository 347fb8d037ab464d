import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { deliveriesOf, type Started, startDelivery } from '../../../../../test/started-delivery.ts';
import { mailHandlers } from '../../../../mail-handlers.ts';
import { secondsAfter } from '../../../../platform/clock.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { actEffects } from '../../../../wiring.ts';
import { releaseDeliveries } from '../holds/holds.ts';
import { deliverBatch } from '../send/deliver-batch.ts';
import { catchUpAfterRestores } from './catch-up.ts';
import { startDueSchedules } from './start.ts';

// F41: the database knows less than the send log, and comparing them does not succeed at once.

const clock = createTestClock('2031-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const handedOver: string[] = [];
const { mailer } = testApp.services;
const services = {
  ...testApp.services,
  mailer: {
    ...mailer,
    send: (mail: Parameters<typeof mailer.send>[0]) => {
      handedOver.push(mail.to);
      return mailer.send(mail);
    },
  },
};
const { db, compared } = services;
const catchUpOf = () => catchUpAfterRestores(services, mailHandlers, actEffects);
const release = () => inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
const statesOf = async (started: Started) =>
  (await deliveriesOf(testApp, started)).map(({ status }) => status);

async function deliver(started: Started): Promise<void> {
  const rows = await deliveriesOf(testApp, started);
  await deliverBatch(
    services,
    rows.map(({ id }) => id),
  );
}

async function sent(): Promise<Started> {
  const people = ['maya', 'jonas'].map((name) => ({ email: `${name}.${crypto.randomUUID()}@example.com` }));
  const started = await startDelivery(testApp, { people });
  await deliver(started);
  return started;
}

/** As in a database from before it was sent. */
async function forget({ scheduleId }: Started): Promise<void> {
  await db.execute(sql`delete from delivery_queue where schedule_id = ${scheduleId}`);
  await db.execute(sql`
    update schedules set started_at = null, is_delivered = false, delivered_at = null where id = ${scheduleId}`);
}

/** From now on, recording anything about this letter fails with the given SQLSTATE. */
async function failFor({ scheduleId }: Started, code: string): Promise<void> {
  await db.execute(
    sql.raw(`
    create function fail() returns trigger language plpgsql as $$ begin raise 'failed' using errcode = '${code}'; end $$;
    create trigger fail before insert or update on delivery_queue for each row
      when (new.schedule_id = '${scheduleId}') execute function fail()`),
  );
}
const failNoMore = () => db.execute(sql`drop function if exists fail cascade`);

beforeEach(() => {
  handedOver.splice(0);
  compared.server = undefined;
  clock.advance(3600);
});
afterEach(async () => {
  await failNoMore();
  await release();
});

test('what breaks off at the first day begins again there: nothing is sent twice', async () => {
  const first = await sent();
  clock.advance(86_400);
  const second = await sent();
  await forget(first);
  await forget(second);
  await failFor(first, '57P01');
  await expect(catchUpOf()()).rejects.toThrow();
  await failNoMore();
  await catchUpOf()();
  for (const each of [first, second]) expect(await statesOf(each)).toEqual(['delivered', 'delivered']);
  await release();
  await startDueSchedules(services);
  await deliver(first);
  expect(handedOver).toHaveLength(4);
});

test('a letter that cannot be recorded as sent holds up no other, is not sent again, and is recorded later', async () => {
  const [bad, good] = [await sent(), await sent()];
  await forget(bad);
  await forget(good);
  await failFor(bad, 'P0001');
  const catchUp = catchUpOf();
  await catchUp();
  expect([await statesOf(bad), await statesOf(good)]).toEqual([[], ['delivered', 'delivered']]);
  await failNoMore();
  await release();
  await startDueSchedules(services);
  await deliver(bad);
  expect([await statesOf(bad), handedOver.length]).toEqual([['pending', 'pending'], 4]);
  clock.advance(61);
  await catchUp();
  expect([await statesOf(bad), handedOver.length]).toEqual([['delivered', 'delivered'], 4]);
});

test('at the end of a month what a worker has sent that had begun the next one already is found, too', async () => {
  const started = await startDelivery(testApp);
  clock.advance((Date.parse('2031-06-01T00:00:00Z') - clock.now().getTime()) / 1000 - 1);
  const ids = (await deliveriesOf(testApp, started)).map(({ id }) => id);
  const ahead = { ...clock, now: () => secondsAfter(clock.now(), 2) };
  await deliverBatch({ ...services, clock: ahead }, ids);
  await forget(started);
  await catchUpOf()();
  await release();
  await startDueSchedules(services);
  await deliver(started);
  expect(handedOver).toHaveLength(1);
});

test('what is known of the first minute of a day proves nothing about the day before: a worker may have been ahead', async () => {
  const [lost, known] = [await startDelivery(testApp), await startDelivery(testApp)];
  const midnight = Date.parse(`${clock.now().toISOString().slice(0, 10)}T24:00:00Z`);
  clock.advance((midnight - clock.now().getTime()) / 1000 - 1);
  const idsOf = async (each: Started) => (await deliveriesOf(testApp, each)).map(({ id }) => id);
  await deliverBatch(services, await idsOf(lost));
  const ahead = { ...clock, now: () => secondsAfter(clock.now(), 2) };
  await deliverBatch({ ...services, clock: ahead }, await idsOf(known));
  await forget(lost);
  await catchUpOf()();
  expect(await statesOf(lost)).toEqual(['delivered']);
});

test('after a failover to a standby that lacks the last seconds, nothing is sent before the send log was asked', async () => {
  const catchUp = catchUpOf();
  await catchUp();
  const started = await startDelivery(testApp);
  const [before] = await deliveriesOf(testApp, started);
  await deliver(started);
  compared.server = 'the server that was lost';
  await db.execute(sql`
    update delivery_queue set status = 'pending', attempt_count = 0, claim_id = null, last_attempt = null, first_attempt = null,
      attempt_after = ${before?.attemptAfter.toISOString()}, delivered_at = null, sent_to = null
    where schedule_id = ${started.scheduleId}`);
  await deliver(started);
  expect([await statesOf(started), handedOver.length]).toEqual([['pending'], 1]);
  await catchUp();
  await release();
  await deliver(started);
  expect([await statesOf(started), handedOver.length]).toEqual([['delivered'], 1]);
});
