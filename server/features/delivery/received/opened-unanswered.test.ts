import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { formatMoment } from '../../../../shared/dates.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { dueLetter } from '../../../../test/due-letter.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../test/outbox.ts';
import { openBrowser } from '../../../../test/recipient-browser.ts';
import { untilItWaits } from '../../../../test/row-locks.ts';
import { spendRetries } from '../../../../test/started-delivery.ts';
import { sendMails } from '../../../job-list.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { mailsWithoutAnswer } from '../../outbox/messages/retries/retries.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { deliveryQueue, schedules } from '../deliveries/deliveries.table.ts';
import { deliveryToken } from '../deliveries/message/message.ts';
import { findDifferences } from '../deliveries/reconcile.ts';
import { claimDeliveries } from '../deliveries/send/claim.ts';
import type { Outcome } from '../deliveries/send/outcome.ts';
import { recordOutcomes } from '../deliveries/send/record-outcomes.ts';

// It was unknown whether the mail arrived; then its link is opened, so it did.

const clock = createTestClock('2026-11-20T12:00:00Z');
const testApp = await startTestApp({ clock });
const { app, services } = testApp;
const { db, jobs } = services;
const day = 24 * 60 * 60;
type Letter = Awaited<ReturnType<typeof dueLetter>>;

/** A letter whose owner wants confirmations. */
async function letterOfOwner(): Promise<Letter> {
  const letter = await dueLetter(services);
  await db.update(users).set({ deliveryNotifications: true }).where(eq(users.id, letter.ownerId));
  return letter;
}

const open = async ({ id }: Letter) => {
  const answer = await openBrowser(app).open(deliveryToken(services, id));
  expect(answer.statusCode).toBe(200);
};

const auditOf = async ({ id }: Letter) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)).map(
    ({ action }) => action,
  );

const mailsToOwner = async ({ ownerId }: Letter) => {
  const [owner] = await db.select().from(users).where(eq(users.id, ownerId));
  return mailTo(services, owner?.email ?? '');
};

/** Everything recorded says that it was delivered, once; the owner is notified and not asked; nothing more is sent. */
async function expectSettled(letter: Letter): Promise<void> {
  const mails = letter.messages.length;
  const row = await letter.reload();
  expect(row).toMatchObject({
    status: 'delivered',
    waitingReason: null,
    errorMessage: null,
    sweepAt: null,
    sentTo: expect.stringContaining('@'),
  });
  expect(row.deliveredAt).not.toBeNull();
  const [schedule] = await db.select().from(schedules).where(eq(schedules.id, row.scheduleId));
  expect(schedule).toMatchObject({ isDelivered: true });
  const acts = await auditOf(letter);
  expect(acts.filter((act) => act === 'delivery.delivered')).toHaveLength(1);
  await sendMailsAbout(services, letter.id);
  await sendMailsAbout(services, row.scheduleId);
  const confirmations = await mailsToOwner(letter);
  expect(confirmations.map(({ subject }) => subject)).toEqual(['Delivered: A letter']);
  // The time of sending, not of opening.
  expect(confirmations[0]?.text).toContain(formatMoment(row.deliveredAt ?? clock.now(), 'UTC'));
  clock.advance(day);
  await letter.attempt('accept');
  expect(letter.messages).toHaveLength(mails);
  expect(await findDifferences(db, clock.now())).toEqual([]);
}

describe('opened while', () => {
  test('waiting for its next attempt: it is delivered', async () => {
    const letter = await letterOfOwner();
    expect((await letter.attempt('drop')).status).toBe('pending');
    const sentAt = clock.now();
    clock.advance(10 * 60);
    const confirmations = await jobs.backlog(sendMails);
    await open(letter);
    expect(await jobs.backlog(sendMails)).toBe(confirmations + 1);
    expect(await auditOf(letter)).toEqual([
      'delivery.outcome-unknown',
      'delivery.opened',
      'delivery.delivered',
      'delivery.outcome-resolved',
    ]);
    expect((await letter.reload()).deliveredAt).toEqual(sentAt);
    await expectSettled(letter);
  });

  test('waiting for the owner to find out: they need not', async () => {
    const letter = await letterOfOwner();
    for (let mails = 0; mails < mailsWithoutAnswer; mails++) {
      await letter.attempt('drop');
      clock.advance(day);
    }
    expect(await letter.reload()).toMatchObject({ status: 'waiting', waitingReason: 'outcome_unknown' });
    await open(letter);
    await expectSettled(letter);
  });

  test('waiting for another address after a refusal: none is needed', async () => {
    const letter = await letterOfOwner();
    await letter.attempt('drop');
    clock.advance(day);
    expect(await letter.attempt({ code: 550 })).toMatchObject({ waitingReason: 'bad_address' });
    await open(letter);
    await expectSettled(letter);
  });

  test('marked failed: it is delivered after all', async () => {
    const letter = await letterOfOwner();
    await letter.attempt('drop');
    await spendRetries(testApp, letter);
    clock.advance(day);
    expect((await letter.attempt({ code: 451 })).status).toBe('failed');
    await open(letter);
    await expectSettled(letter);
  });
});

test('opened on two devices at once: it is delivered once', async () => {
  const letter = await letterOfOwner();
  await letter.attempt('drop');
  const answers = await Promise.all([1, 2, 3].map(() => openBrowser(app).open(letter.token())));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  const row = await letter.reload();
  expect(row.status).toBe('delivered');
  const acts = await auditOf(letter);
  expect(acts.filter((act) => act === 'delivery.delivered')).toHaveLength(1);
  expect(await findDifferences(db, clock.now())).toEqual([]);
});

test('opened at the old address: it is still sent to the corrected one', async () => {
  const letter = await letterOfOwner();
  const { recipientId } = await letter.attempt('drop');
  const email = `corrected.${letter.id}@example.com`;
  await db
    .update(recipients)
    .set({ email })
    .where(eq(recipients.id, recipientId ?? ''));
  await open(letter);
  expect((await letter.reload()).status).toBe('pending');
  clock.advance(day);
  // The earlier opening says nothing about this mail.
  expect(await letter.attempt('drop')).toMatchObject({ status: 'pending', sentTo: email });
  clock.advance(day);
  expect(await letter.attempt('accept')).toMatchObject({ status: 'delivered', sentTo: email });
});

describe('opened while it is being sent', () => {
  const silence: Outcome = { kind: 'later', unknown: true, message: 'the connection ended' };
  const deferred: Outcome = { kind: 'later', unknown: false, message: '451 later' };

  const claim = async ({ id }: Letter) => requireFound((await claimDeliveries(services, [id]))[0]);
  const lockSchedule = (tx: Tx, id: string) =>
    tx.execute(sql`select 1 from schedules where id = ${id} for no key update`);

  async function openWhileSending(letter: Letter, outcome: Outcome): Promise<void> {
    const delivery = await claim(letter);
    await open(letter);
    expect((await letter.reload()).status).toBe('sending');
    await recordOutcomes(services, [{ delivery, outcome }]);
  }

  test('and the answer is lost: it is delivered', async () => {
    const letter = await letterOfOwner();
    await openWhileSending(letter, silence);
    expect(await auditOf(letter)).toEqual(['delivery.opened', 'delivery.delivered']);
    await expectSettled(letter);
  });

  test.each([
    ['deferred', deferred],
    ['refused', { kind: 'waiting', reason: 'bad_address', message: '550 no such person' } as const],
  ])('a second time, which is %s: the first mail arrived', async (_what, outcome) => {
    const letter = await letterOfOwner();
    await letter.attempt('drop');
    clock.advance(20 * 60);
    await openWhileSending(letter, outcome);
    expect((await auditOf(letter)).slice(-2)).toEqual(['delivery.delivered', 'delivery.outcome-resolved']);
    await expectSettled(letter);
  });

  test('recording a lost answer waits for an opening that is being written', async () => {
    const letter = await letterOfOwner();
    const delivery = await claim(letter);
    const recording = await inTransaction(db, async (tx) => {
      await lockSchedule(tx, delivery.scheduleId);
      const recorded = recordOutcomes(services, [{ delivery, outcome: silence }]);
      await untilItWaits(testApp, recorded);
      await tx.update(deliveryQueue).set({ openedAt: clock.now() }).where(eq(deliveryQueue.id, letter.id));
      return { recorded };
    });
    await recording.recorded;
    await expectSettled(letter);
  });

  test('an opening waits for a lost answer that is being recorded', async () => {
    const letter = await letterOfOwner();
    const delivery = await claim(letter);
    const [{ email } = { email: null }] = await db
      .select()
      .from(recipients)
      .where(eq(recipients.userId, letter.ownerId));
    const opening = await inTransaction(db, async (tx) => {
      await lockSchedule(tx, delivery.scheduleId);
      const opened = open(letter);
      await untilItWaits(testApp, opened);
      const unanswered = { status: 'pending', sentTo: email } as const;
      await tx.update(deliveryQueue).set(unanswered).where(eq(deliveryQueue.id, letter.id));
      return { opened };
    });
    await opening.opened;
    await expectSettled(letter);
  });
});
