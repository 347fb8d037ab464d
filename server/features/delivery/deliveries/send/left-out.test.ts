import { eq, inArray } from 'drizzle-orm';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { type Due, dueTogether, messageIdOf } from '../../../../../test/due-together.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { MessageFault, type OutgoingMail } from '../../../../platform/mail/mail.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { recordBounce } from '../bounces/bounces.ts';
import { type DeliveryRow, deliveryQueue } from '../deliveries.table.ts';
import { deliveryToken } from '../message/message.ts';
import { findDifferences } from '../reconcile.ts';
import { deliverBatch } from './deliver-batch.ts';

// What keeps a message with several deliveries, or some of them, from being sent.

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;
const { due, statesOf, mailsTo, auditOf, memoryOf, open, answering } = dueTogether(testApp);

describe('an address that does not work', () => {
  const askedAbout = async ({ owner }: Due) =>
    (await mailsTo(owner.user.email)).filter(({ messageId }) => messageId.startsWith('address-needed.'));

  async function askOwner(left: Due): Promise<void> {
    for (const id of left.ids) await sendMailsAbout(services, id);
  }

  test('refused: each waits with an audit trail of its own, and the owner is asked once for each person', async () => {
    const left = await due(3, [{}, { firstName: 'Leo' }]);
    await deliverBatch(answering(new MessageFault('permanent', '550 no such person')), left.ids);
    expect(new Set(await statesOf(left))).toEqual(new Set(['bad_address']));
    for (const id of left.ids) expect(await auditOf(id)).toEqual(['delivery.waiting']);
    await askOwner(left);
    expect((await askedAbout(left)).map(({ subject }) => subject).toSorted()).toEqual([
      'We could not reach Leo',
      'We could not reach Maya',
    ]);
  });

  test('what the owner deletes of it meanwhile does not keep them from being asked about the rest', async () => {
    const left = await due(2);
    await deliverBatch(answering(new MessageFault('permanent', '550 no such person')), left.ids);
    const [gone = ''] = left.ids;
    await left.owner.request({ method: 'DELETE', url: `/api/memories/${await memoryOf(gone)}` });
    await askOwner(left);
    expect(await askedAbout(left)).toHaveLength(1);
  });

  test('a mail that comes back takes all of it back; the owner is asked once, and a better address gets one mail', async () => {
    const left = await due(3);
    await deliverBatch(services, left.ids);
    const address = left.emails[0]?.toUpperCase() ?? '';
    expect(await recordBounce(services, { deliveryId: left.ids[1] ?? '', address, message: '550' })).toBe(
      true,
    );
    expect(await statesOf(left)).toEqual(['bad_address', 'bad_address', 'bad_address']);
    for (const id of left.ids) expect(await auditOf(id)).toContain('delivery.bounced');
    await askOwner(left);
    expect(await askedAbout(left)).toHaveLength(1);
    const [maya] = left.recipients;
    const email = `better.${v7()}@example.com`;
    const url = `/api/recipients/${maya?.id}`;
    const payload = { ...maya, email };
    expect((await left.owner.request({ method: 'PUT', url, payload })).statusCode).toBe(200);
    const mails: OutgoingMail[] = [];
    const send = async (mail: OutgoingMail) => void mails.push(mail);
    await deliverBatch({ ...services, mailer: { ...services.mailer, send } }, left.ids);
    expect(await statesOf(left)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(mails).toMatchObject([{ to: email, messageId: messageIdOf(left.ids) }]);
    expect(await findDifferences(db, clock.now())).toEqual([]);
  });

  test('a mail whose link was opened did arrive, whichever of its deliveries the report names', async () => {
    const left = await due(2);
    await deliverBatch(services, left.ids);
    const [first = '', second = ''] = left.ids;
    await open(deliveryToken(services, first));
    const address = left.emails[0] ?? '';
    expect(await recordBounce(services, { deliveryId: second, address, message: '550' })).toBe(false);
    expect(await statesOf(left)).toEqual(['delivered', 'delivered']);
  });
});

describe('one of them that cannot go is left out', () => {
  test.each<[string, (id: string) => Promise<unknown>, string, ((id: string) => Promise<unknown>)?]>([
    [
      'whose memory is under review',
      async (id) => setMemory(id, { isApproved: false }),
      'memory_under_review',
      async (id) => setMemory(id, { isApproved: true }),
    ],
    [
      'whose file is damaged',
      async (id) => setMemory(id, { fileKey: 'nowhere', fileSha256: 'x' }),
      'pending',
      async (id) => setMemory(id, { fileKey: null, fileSha256: null }),
    ],
    [
      'that staff hold',
      (id) => setRow(id, { status: 'waiting', waitingReason: 'held_by_staff', sweepAt: null }),
      'held_by_staff',
    ],
  ])('%s, and goes later by itself', async (_what, stop, state, mend = async () => undefined) => {
    const left = await due(3);
    const [stopped = '', ...others] = left.ids;
    await stop(stopped);
    await deliverBatch(services, left.ids);
    expect(await statesOf(left)).toEqual([state, 'delivered', 'delivered']);
    await mend(stopped);
    await setRow(stopped, { status: 'pending', waitingReason: null, attemptAfter: clock.now() });
    await deliverBatch(services, left.ids);
    expect((await mailsTo(left.emails[0])).map(({ messageId }) => messageId)).toEqual([
      messageIdOf(others),
      messageIdOf([stopped]),
    ]);
    expect(await statesOf(left)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  test('withdrawn at the last moment', async () => {
    const left = await due(3);
    const [gone = ''] = left.ids;
    const url = `/api/memories/${await memoryOf(gone)}`;
    let isFirst = true;
    const sendLog: typeof services.sendLog = {
      ...services.sendLog,
      async append(...entry) {
        await services.sendLog.append(...entry);
        if (!isFirst) return;
        isFirst = false;
        await left.owner.request({ method: 'DELETE', url });
        clock.advance(2);
      },
    };
    await deliverBatch({ ...services, sendLog }, left.ids);
    expect((await mailsTo(left.emails[0])).map(({ subject }) => subject)).toEqual([
      'Ruth left two things for you',
    ]);
    expect(await statesOf(left)).toEqual(['delivered', 'delivered']);
  });

  test('all that waited while a contact held them go in one mail', async () => {
    const left = await due(3);
    const [maya] = left.recipients;
    const hold = (heldSince: Date | null) =>
      db
        .update(recipients)
        .set({ heldSince })
        .where(eq(recipients.id, maya?.id ?? ''));
    await hold(clock.now());
    await deliverBatch(services, left.ids);
    expect(new Set(await statesOf(left))).toEqual(new Set(['held_by_trusted_contact']));
    await hold(null);
    await db
      .update(deliveryQueue)
      .set({ status: 'pending', waitingReason: null, holdEndedAt: clock.now(), attemptAfter: clock.now() })
      .where(inArray(deliveryQueue.id, left.ids));
    await deliverBatch(services, left.ids);
    expect(await mailsTo(left.emails[0])).toHaveLength(1);
  });
});

const setRow = (id: string, columns: Partial<DeliveryRow>) =>
  db.update(deliveryQueue).set(columns).where(eq(deliveryQueue.id, id));
const setMemory = async (id: string, columns: Partial<typeof memories.$inferInsert>) =>
  db
    .update(memories)
    .set(columns)
    .where(eq(memories.id, await memoryOf(id)));
