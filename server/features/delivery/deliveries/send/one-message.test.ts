import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { dueTogether, messageIdOf } from '../../../../../test/due-together.ts';
import { createRecipient } from '../../../../../test/factories.ts';
import { receivedTokenIn } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { MessageFault } from '../../../../platform/mail/mail.ts';
import { deliveryToken } from '../message/message.ts';
import { findDifferences } from '../reconcile.ts';
import { startDueSchedules } from '../start/start.ts';
import { claimDeliveries } from './claim.ts';
import { deliverBatch } from './deliver-batch.ts';
import { sendMessage } from './send-delivery.ts';

// Whatever falls due for one person at one instant travels in one message.

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;
const { due, addLate, leaveAnother, inAMinute, rowsOf, statesOf, mailsTo, auditOf, memoryOf, ...more } =
  dueTogether(testApp);
const { open, silent, answering } = more;

test('thirty letters are one mail with one link, and each has a row, an outcome and an audit trail of its own', async () => {
  const left = await due(30);
  await deliverBatch(services, left.ids);
  const [mail, ...others] = await mailsTo(left.emails[0]);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Ruth left 30 things for you');
  expect(mail?.messageId).toBe(messageIdOf(left.ids));
  expect(receivedTokenIn(requireFound(mail))).toBe(deliveryToken(services, left.ids[0] ?? ''));
  expect(new Set(await open(receivedTokenIn(requireFound(mail)))).size).toBe(30);
  expect(await statesOf(left)).toEqual(Array(30).fill('delivered'));
  for (const id of left.ids.slice(1, 4))
    expect(await auditOf(id)).toEqual(['delivery.delivered', 'delivery.opened']);
  await sendMailsAbout(services, (await rowsOf(left)).map(({ scheduleId }) => scheduleId)[0] ?? '');
  expect((await mailsTo(left.owner.user.email)).map(({ subject }) => subject)).toEqual([
    'Delivered: 30 memories',
  ]);
  expect(await findDifferences(db, clock.now())).toEqual([]);
});

test('two who share an address get a mail each, whose link opens only what is theirs', async () => {
  const email = `family.${v7()}@example.com`;
  const left = await due(2, [{ email }, { firstName: 'Leo', email: email.toUpperCase() }]);
  const [, leo] = left.recipients;
  const deliveryDate = inAMinute();
  await leaveAnother({ ...left, recipients: [requireFound(leo)] }, deliveryDate, 'For Leo alone');
  await db.$client.query(
    'update schedules set due_at = (select min(due_at) from schedules o where o.user_id = schedules.user_id) where user_id = $1',
    [left.owner.user.id],
  );
  await startDueSchedules(services);
  await deliverBatch(
    services,
    (await rowsOf(left)).map(({ id }) => id),
  );
  const mails = [...(await mailsTo(email)), ...(await mailsTo(email.toUpperCase()))];
  expect(mails.map(({ text }) => /Dear (\w+),/.exec(text)?.[1]).toSorted()).toEqual(['Leo', 'Maya']);
  const toMaya = requireFound(mails.find(({ text }) => text.includes('Dear Maya')));
  expect(toMaya.subject).toBe('Ruth left two things for you');
  expect((await open(receivedTokenIn(toMaya))).toSorted()).toEqual(['Letter 0', 'Letter 1']);
});

test('what is due at another instant goes by itself', async () => {
  const left = await due(2);
  await leaveAnother(left, inAMinute(), 'Later');
  clock.advance(61);
  await startDueSchedules(services);
  await deliverBatch(
    services,
    (await rowsOf(left)).map(({ id }) => id),
  );
  expect((await mailsTo(left.emails[0])).map(({ subject }) => subject).toSorted()).toEqual([
    'Ruth left a letter for you',
    'Ruth left two things for you',
  ]);
});

test('somebody with only a phone gets one text message', async () => {
  const phone = '+16025550177';
  const left = await due(3, [{ email: '', phone }]);
  await deliverBatch(services, left.ids);
  const texts = await mailsTo(phone);
  expect(texts).toHaveLength(1);
  expect(texts[0]?.text).toContain('left three things with us for you');
  expect(await statesOf(left)).toEqual(['delivered', 'delivered', 'delivered']);
});

test('a worker given only one of them sends them all; another that has them at the same moment sends none', async () => {
  const left = await due(3);
  const [first, second] = left.ids;
  await Promise.all([deliverBatch(services, [first ?? '']), deliverBatch(services, [second ?? ''])]);
  expect(await mailsTo(left.emails[0])).toHaveLength(1);
  expect(await statesOf(left)).toEqual(['delivered', 'delivered', 'delivered']);
});

test('more than a hundred go in several, each of its own Message-ID', async () => {
  const left = await due(1);
  const [{ scheduleId = '' } = {}] = await rowsOf(left);
  await db.$client.query(
    `with copies as (
      insert into schedules select (jsonb_populate_record(s, jsonb_build_object('id', uuidv7(), 'started_at', null))).*
      from schedules s, generate_series(1, 120) where s.id = $1 returning id, memory_id
    ) insert into memory_recipients (id, memory_id, recipient_id, schedule_id, created_at)
    select uuidv7(), c.memory_id, m.recipient_id, c.id, m.created_at from copies c, memory_recipients m where m.schedule_id = $1`,
    [scheduleId],
  );
  await startDueSchedules(services);
  await deliverBatch(services, left.ids);
  const mails = await mailsTo(left.emails[0]);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Ruth left 100 things for you',
    'Ruth left 21 things for you',
  ]);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
  expect(new Set(await statesOf(left))).toEqual(new Set(['delivered']));
});

describe('after a crash between acceptance and record', () => {
  test('nothing is sent again', async () => {
    const left = await due(3);
    await sendMessage(services, await claimDeliveries(services, left.ids));
    clock.advance(31);
    await deliverBatch(services, left.ids);
    expect(await mailsTo(left.emails[0])).toHaveLength(1);
    expect(await statesOf(left)).toEqual(['delivered', 'delivered', 'delivered']);
    for (const id of left.ids)
      expect(await auditOf(id)).toEqual([
        'delivery.outcome-unknown',
        'delivery.delivered',
        'delivery.outcome-resolved',
      ]);
    expect(await findDifferences(db, clock.now())).toEqual([]);
  });

  test('of which the send log knows some, the others go under a Message-ID that was not used for anything else', async () => {
    const left = await due(3);
    const [known = '', ...others] = left.ids;
    const sendLog: typeof services.sendLog = {
      ...services.sendLog,
      append: (at, lines, options) =>
        services.sendLog.append(
          at,
          lines.filter((line) => !line.includes('accepted') || line.includes(known)),
          options,
        ),
    };
    const torn = { ...services, sendLog };
    await sendMessage(torn, await claimDeliveries(services, left.ids));
    clock.advance(31);
    await deliverBatch(services, left.ids);
    const mails = await mailsTo(left.emails[0]);
    expect(mails.map(({ messageId }) => messageId)).toEqual([messageIdOf(left.ids), messageIdOf(others)]);
    expect(mails[1]?.subject).toBe('Ruth left two things for you');
    expect(await statesOf(left)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await auditOf(known)).toContain('delivery.outcome-resolved');
  });
});

describe('of unknown outcome', () => {
  test('it goes again under the same Message-ID with the same link; what was added meanwhile goes in a second message', async () => {
    const left = await due(3);
    const { given, services: cut } = silent();
    await deliverBatch(cut, left.ids);
    const pauses = new Set((await rowsOf(left)).map(({ attemptAfter }) => attemptAfter.getTime()));
    expect(pauses.size).toBe(1);
    const added = await addLate(left);
    clock.advance(60 * 60);
    await deliverBatch(services, [added]);
    const mails = await mailsTo(left.emails[0]);
    expect(mails.map(({ messageId }) => messageId).toSorted()).toEqual(
      [messageIdOf(left.ids), messageIdOf([added])].toSorted(),
    );
    const again = requireFound(mails.find(({ messageId }) => messageId === given[0]?.messageId));
    expect([again.subject, receivedTokenIn(again)]).toEqual([
      given[0]?.subject,
      deliveryToken(services, left.ids[0] ?? ''),
    ]);
    expect(new Set(await statesOf(left))).toEqual(new Set(['delivered']));
  });

  test('with one fewer it says something else, and so under another Message-ID', async () => {
    const left = await due(3);
    const { given, services: cut } = silent();
    await deliverBatch(cut, left.ids);
    const [gone = '', ...others] = left.ids;
    const url = `/api/memories/${await memoryOf(gone)}?received=withdraw`;
    expect((await left.owner.request({ method: 'DELETE', url })).statusCode).toBe(204);
    clock.advance(60 * 60);
    await deliverBatch(services, left.ids);
    const [mail] = await mailsTo(left.emails[0]);
    expect(mail?.messageId).toBe(messageIdOf(others));
    expect(mail?.messageId).not.toBe(given[0]?.messageId);
    expect((await statesOf(left)).toSorted()).toEqual(['delivered', 'delivered', 'memory_withdrawn']);
    // The link of the first mail, in case it has arrived.
    expect(await open(deliveryToken(services, gone))).toHaveLength(3);
  });

  test.each(['while it is sent', 'later'])(
    'opened %s, it has arrived with all that it carried',
    async (when) => {
      const left = await due(3);
      const [first = ''] = left.ids;
      const opens = () => open(deliveryToken(services, first));
      const { given, services: cut } = silent(when === 'later' ? undefined : opens);
      await deliverBatch(cut, left.ids);
      if (when === 'later') {
        expect(await statesOf(left)).toEqual(['pending', 'pending', 'pending']);
        await opens();
      }
      expect(await statesOf(left)).toEqual(['delivered', 'delivered', 'delivered']);
      clock.advance(60 * 60);
      await deliverBatch(services, left.ids);
      expect([given.length, await mailsTo(left.emails[0])]).toEqual([1, []]);
      expect(await findDifferences(db, clock.now())).toEqual([]);
    },
  );
});

test('tried again after a temporary fault, they go together with what was added, to the address that is right by then', async () => {
  const left = await due(2);
  await deliverBatch(answering(new MessageFault('temporary', 'try again later')), left.ids);
  expect(await statesOf(left)).toEqual(['pending', 'pending']);
  const added = await addLate(left);
  const [maya] = left.recipients;
  const email = `moved.${v7()}@example.com`;
  const url = `/api/recipients/${maya?.id}`;
  await left.owner.request({ method: 'PUT', url, payload: { ...maya, email } });
  clock.advance(60 * 60);
  await deliverBatch(services, [added]);
  expect(await mailsTo(left.emails[0])).toEqual([]);
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Ruth left three things for you']);
  for (const row of await rowsOf(left)) expect(row).toMatchObject({ status: 'delivered', sentTo: email });
});

test('those of unequal patience that fail together are tried again together', async () => {
  const left = await due(2);
  const down = answering(new MessageFault('temporary', 'try again later'));
  await deliverBatch(down, left.ids);
  const added = await addLate(left);
  clock.advance(60 * 60);
  await deliverBatch(down, [added]);
  const rows = await rowsOf(left);
  expect(rows.map(({ attemptCount }) => attemptCount).toSorted()).toEqual([1, 2, 2]);
  expect(new Set(rows.map(({ attemptAfter }) => attemptAfter.getTime())).size).toBe(1);
});

test('schedules for the same people are started together, however many fall due before them', async () => {
  const left = await due(1);
  const [{ scheduleId = '' } = {}] = await rowsOf(left);
  const other = await createRecipient(left.owner, { firstName: 'Leo' });
  // Of 1,002 the first and the last are for Leo, and all others for Maya: at most a thousand are started at once.
  await db.$client.query(
    `with copies as (
      insert into schedules select (jsonb_populate_record(s, jsonb_build_object('id', uuidv7(), 'started_at', null))).*
      from schedules s, generate_series(1, 1002) where s.id = $1 returning id, memory_id
    ) insert into memory_recipients (id, memory_id, recipient_id, schedule_id, created_at)
    select uuidv7(), memory_id, case when row_number() over (order by id) in (1, 1002) then $2::uuid else $3::uuid end, id, now()
    from copies`,
    [scheduleId, other.id, left.recipients[0]?.id],
  );
  await db.execute('delete from pgboss.job');
  await startDueSchedules(services);
  const jobs = await db.$client.query<{ ids: string[] }>(
    `select data->'deliveryIds' as ids from pgboss.job where name = 'deliver'`,
  );
  const toLeo = (await rowsOf(left)).filter(({ recipientId }) => recipientId === other.id);
  expect(toLeo).toHaveLength(2);
  const withThem = jobs.rows.filter(({ ids }) => toLeo.some(({ id }) => ids.includes(id)));
  expect(withThem).toHaveLength(1);
});
