import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { checkMemory } from '../../../../test/check-memory.ts';
import { createLetter, createPerson, createRecipient, createSchedule } from '../../../../test/factories.ts';
import { claimFor, deliveriesOf, spendRetries, startDelivery } from '../../../../test/started-delivery.ts';
import { requireFound } from '../../../platform/errors.ts';
import { MessageFault } from '../../../platform/mail/mail.ts';
import { mailboxMessages } from '../../../platform/mail/mailbox.table.ts';
import { mailsWithoutAnswer } from '../../outbox/messages/retries/retries.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { recordBounce } from './bounces.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { deliveryToken } from './message/message.ts';
import { findDifferences } from './reconcile.ts';
import { type ClaimedDelivery, claimDeliveries } from './send/claim.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import { recordOutcomes } from './send/record-outcomes.ts';
import { type Attempt, type Outcome, sendMessage } from './send/send-delivery.ts';
import { startDueSchedules } from './start/start.ts';

// People may share an address: they get one mail. And only another address starts a delivery again. Other corrections to a recipient send nothing to the same mailbox.

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services } = testApp;

const refusal = new MessageFault('permanent', '550 no such person');

describe('two people at one address', () => {
  /** Two people at one address, written in two ways. The first is the one whose delivery names the message. */
  async function twoAtOneAddress() {
    const name = `family.${v7()}@example.com`;
    const people = [
      { firstName: 'Maya', email: name },
      { firstName: 'Jonas', email: name.toUpperCase().replace('EXAMPLE.COM', 'example.com') },
    ];
    const started = await startDelivery(testApp, { people });
    const rows = (await deliveriesOf(testApp, started)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const [leader, follower] = [requireFound(rows[0]), requireFound(rows[1])];
    const mails = async () => (await everyMail()).filter(({ toAddress }) => toAddress.toLowerCase() === name);
    const row = async (id: string) =>
      requireFound((await deliveriesOf(testApp, started)).find((one) => one.id === id));
    return { started, leader, follower, ids: [leader.id, follower.id], mails, row };
  }

  const everyMail = () => services.db.select().from(mailboxMessages);
  const auditOf = async (id: string) =>
    (await services.db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map(({ action }) => action);

  test('get one mail that greets both; each has a delivery, an audit line and a link that shows the memory', async () => {
    const { ids, leader, mails } = await twoAtOneAddress();
    await deliverBatch(services, ids.toReversed());
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/Dear (Maya and Jonas|Jonas and Maya),/);
    expect(mail?.messageId).toBe(`delivery.${leader.id}@localhost`);
    for (const id of ids) {
      expect(await auditOf(id)).toEqual(['delivery.delivered']);
      const url = `/api/received/${deliveryToken(services, id)}/open`;
      const opened = await testApp.app.inject({ method: 'POST', url, payload: {} });
      expect(opened.json().memories).toMatchObject([{ title: 'For your thirtieth' }]);
    }
    expect(await findDifferences(services.db, services.clock.now())).toEqual([]);
  });

  test.each(['first', 'second'])(
    'get a mail each where the address of the %s was changed by others, since not both were told of it',
    async (which) => {
      const { ids, leader, follower, mails } = await twoAtOneAddress();
      const { recipientId } = which === 'first' ? leader : follower;
      await services.db
        .update(recipients)
        .set({ addressWaitsUntil: testApp.clock.now() })
        .where(eq(recipients.id, recipientId ?? ''));
      await deliverBatch(services, ids);
      expect((await mails()).map(({ messageId }) => messageId).toSorted()).toEqual(
        ids.map((id) => `delivery.${id}@localhost`),
      );
      for (const { text } of await mails()) expect(text).toMatch(/Dear (Maya|Jonas),/);
    },
  );

  test.each([{ heldSince: testApp.clock.now() }, { addressWaitsUntil: testApp.clock.now() }])(
    'one of them of whom %j at the last moment is not taken for reached by the mail to the other',
    async (change) => {
      const { ids, leader, follower, row } = await twoAtOneAddress();
      const sendLog: typeof services.sendLog = {
        ...services.sendLog,
        async append(...entry) {
          await services.sendLog.append(...entry);
          await services.db
            .update(recipients)
            .set(change)
            .where(eq(recipients.id, follower.recipientId ?? ''));
          testApp.clock.advance(2);
        },
      };
      await deliverBatch({ ...services, sendLog }, ids);
      expect(await row(leader.id)).toMatchObject({ status: 'delivered' });
      const { status, waitingReason, attemptCount } = await row(follower.id);
      const own = (await everyMail()).filter(
        ({ messageId }) => messageId === `delivery.${follower.id}@localhost`,
      );
      expect([waitingReason ?? status, own.length, attemptCount]).toEqual(
        'heldSince' in change ? ['held_by_trusted_contact', 0, 1] : ['delivered', 1, 1],
      );
    },
  );

  test('get no second mail when the worker dies after the first was recorded, nor when it dies before', async () => {
    for (const diesAfterRecording of [true, false]) {
      const { ids, leader, follower, mails, row } = await twoAtOneAddress();
      const claims = await claimDeliveries(services, ids);
      const attempts = await sendMessage(services, claims);
      if (diesAfterRecording)
        await recordOutcomes(
          services,
          attempts.filter(({ delivery }) => delivery.id === leader.id),
        );
      testApp.clock.advance(31);
      await deliverBatch(services, ids);
      expect(await mails()).toHaveLength(1);
      expect(await row(leader.id)).toMatchObject({ status: 'delivered' });
      expect(await row(follower.id)).toMatchObject({ status: 'delivered' });
      expect(await findDifferences(services.db, services.clock.now())).toEqual([]);
    }
  });

  test.each([
    ['accepted', null, { status: 'delivered' }],
    ['refused', refusal, { status: 'waiting', waitingReason: 'bad_address' }],
  ] as const)(
    'are claimed together by the worker that comes first, whose mail is %s for both',
    async (_name, fault, end) => {
      const { leader, follower, mails, row } = await twoAtOneAddress();
      const isSending = Promise.withResolvers<void>();
      const mayAnswer = Promise.withResolvers<void>();
      let sent = 0;
      const send: typeof services.mailer.send = async (mail) => {
        sent += 1;
        isSending.resolve();
        await mayAnswer.promise;
        if (fault) throw fault;
        await services.mailer.send(mail);
      };
      const first = deliverBatch({ ...services, mailer: { ...services.mailer, send } }, [follower.id]);
      await isSending.promise;
      await deliverBatch(services, [leader.id]);
      expect([(await row(leader.id)).status, await mails()]).toEqual(['sending', []]);
      mayAnswer.resolve();
      await first;
      await deliverBatch(services, [leader.id]);
      expect(sent).toBe(1);
      for (const { id } of [leader, follower]) expect(await row(id)).toMatchObject(end);
      expect(await mails()).toHaveLength(fault ? 0 : 1);
    },
  );

  test('of whom one is added after the other had their mail get one each', async () => {
    const { ids, leader, follower, mails, row } = await twoAtOneAddress();
    const [claim] = await claimDeliveries(services, [leader.id]);
    await deliverBatch(services, [follower.id]);
    await recordOutcomes(services, await sendMessage(services, [requireFound(claim)]));
    expect((await mails()).map(({ messageId }) => messageId).toSorted()).toEqual(
      ids.map((id) => `delivery.${id}@localhost`),
    );
    expect([(await row(leader.id)).status, (await row(follower.id)).status]).toEqual([
      'delivered',
      'delivered',
    ]);
  });

  test('are tried again together after a temporary fault, and sent apart once their addresses differ', async () => {
    const { started, ids, leader, follower, mails, row } = await twoAtOneAddress();
    const down = { ...services, mailer: { ...services.mailer, send: () => Promise.reject(fault) } };
    await deliverBatch(down, ids);
    for (const id of ids) expect(await row(id)).toMatchObject({ status: 'pending', deliveredAt: null });
    const jonas = requireFound(started.recipients.find(({ id }) => id === follower.recipientId));
    const email = `elsewhere.${v7()}@example.com`;
    const url = `/api/recipients/${jonas.id}`;
    await started.owner.request({ method: 'PUT', url, payload: { ...jonas, email } });
    testApp.clock.advance(60 * 60);
    await deliverBatch(services, ids);
    expect(await mails()).toHaveLength(1);
    expect(await row(follower.id)).toMatchObject({ status: 'delivered', sentTo: email });
    expect(await row(leader.id)).toMatchObject({ status: 'delivered' });
  });

  test('are both asked about when the one mail comes back', async () => {
    const { ids, leader, mails, row } = await twoAtOneAddress();
    await deliverBatch(services, ids);
    const [mail] = await mails();
    const address = mail?.toAddress ?? '';
    expect(await recordBounce(services, { deliveryId: leader.id, address, message: '550' })).toBe(true);
    for (const id of ids)
      expect(await row(id)).toMatchObject({ status: 'waiting', waitingReason: 'bad_address' });
  });

  test('get one mail for two schedules of one memory at the same instant, and one for each memory', async () => {
    const owner = await createPerson(testApp);
    const email = `family.${v7()}@example.com`;
    const memoryIds: string[] = [];
    for (const title of ['One', 'Two']) {
      const { id: memoryId } = await createLetter(owner, { title });
      await checkMemory(services, { memoryId, revision: 1 });
      memoryIds.push(memoryId);
    }
    const deliveryDate = new Date(services.clock.now().getTime() + 60_000).toISOString();
    for (const memoryId of memoryIds)
      for (const firstName of ['Maya', 'Jonas']) {
        const recipient = await createRecipient(owner, { firstName, email });
        await createSchedule(owner, { memoryId, deliveryDate, recipientIds: [recipient.id] });
      }
    testApp.clock.advance(61);
    await startDueSchedules(services);
    const rows = await services.db
      .select()
      .from(deliveryQueue)
      .where(eq(deliveryQueue.userId, owner.user.id));
    expect(rows).toHaveLength(4);
    await deliverBatch(
      services,
      rows.map(({ id }) => id),
    );
    expect((await everyMail()).filter(({ toAddress }) => toAddress === email)).toHaveLength(2);
    const after = await services.db
      .select()
      .from(deliveryQueue)
      .where(eq(deliveryQueue.userId, owner.user.id));
    expect(after.map(({ status }) => status)).toEqual(Array(4).fill('delivered'));
  });
});

const fault = new MessageFault('temporary', 'try again later');
const silence: Outcome = { kind: 'later', unknown: true, message: 'the connection ended' };
const refused: Outcome = { kind: 'waiting', reason: 'bad_address', message: '550 no such person' };
const phone = '+1 212 555 0134';

const thirdMail = (delivery: ClaimedDelivery) => ({
  delivery: { ...delivery, unansweredMails: mailsWithoutAnswer - 1 },
  outcome: silence,
});
const lastAttempt = async (delivery: ClaimedDelivery) => {
  await spendRetries(testApp, delivery);
  return { delivery, outcome: silence };
};

/** A delivery that `stop` stops; `correct` changes its recipient and returns the row. */
async function stoppedFor(resultOf: (delivery: ClaimedDelivery) => Attempt | Promise<Attempt>) {
  const started = await startDelivery(testApp);
  const delivery = await claimFor(testApp, started);
  const [recipient] = started.recipients;
  const row = async () => (await deliveriesOf(testApp, started))[0];
  const correct = async (change: object) => {
    const url = `/api/recipients/${recipient?.id}`;
    const answer = await started.owner.request({ method: 'PUT', url, payload: { ...recipient, ...change } });
    expect(answer.statusCode).toBe(200);
    return row();
  };
  const stop = async () => recordOutcomes(services, [await resultOf(delivery)]);
  return { id: delivery.id, row, correct, stop };
}

const stops = [
  ['of unknown outcome', thirdMail, { status: 'waiting', waitingReason: 'outcome_unknown' }],
  ['failed after seven days', lastAttempt, { status: 'failed' }],
  [
    'refused at its email address',
    (delivery: ClaimedDelivery) => ({ delivery, outcome: refused }),
    { status: 'waiting', waitingReason: 'bad_address' },
  ],
] as const;

describe.each(stops)('a delivery %s', (_what, resultOf, stopped) => {
  test.each([
    ['a phone number in addition to the email address', { phone }],
    ['a postal address', { mailingAddress: '1 Harbour Road' }],
    ['a name', { firstName: 'Maia' }],
  ])('is not started again by %s', async (_change, change) => {
    const { row, correct, stop } = await stoppedFor(resultOf);
    await stop();
    expect(await row()).toMatchObject(stopped);
    expect(await correct(change)).toMatchObject(stopped);
  });

  test('is not started again by a phone number added during the last attempt', async () => {
    const { row, correct, stop } = await stoppedFor(resultOf);
    await correct({ phone });
    await stop();
    expect(await row()).toMatchObject(stopped);
  });

  test.each([
    ['another email address', { email: 'another@example.com' }, 'another@example.com'],
    ['a phone number instead of the email address', { email: undefined, phone }, phone],
  ])('is sent to %s', async (_change, change, sentTo) => {
    const { id, row, correct, stop } = await stoppedFor(resultOf);
    await stop();
    expect(await correct(change)).toMatchObject({ status: 'pending', waitingReason: null });
    await deliverBatch(services, [id]);
    expect(await row()).toMatchObject({ status: 'delivered', sentTo });
  });
});
