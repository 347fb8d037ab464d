import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { dueLetter } from '../../../../test/due-letter.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../test/outbox.ts';
import { sendMails } from '../../../job-list.ts';
import { inTransaction } from '../../../platform/database.ts';
import type { OutgoingMail } from '../../../platform/mail/mail.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { mailsWithoutAnswer } from '../../outbox/messages/retries/retries.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { resumeDeliveriesOfRecipient } from './deliveries.ts';
import { listSchedules, waitingReasonTexts } from './plan/schedule-list.ts';

// The mail server takes every mail and closes the connection before it confirms.

const clock = createTestClock('2026-11-20T12:00:00Z');
const { services } = await startTestApp({ clock });
const { db, jobs } = services;
const day = 24 * 60 * 60;

const auditOf = async (deliveryId: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, deliveryId)).orderBy(auditLog.id)).map(
    ({ action }) => action,
  );

/** Makes all the attempts of a week. */
async function attemptForAWeek({ attempt }: Awaited<ReturnType<typeof dueLetter>>) {
  for (let days = 0; days < 8; days++) {
    await attempt('drop');
    clock.advance(day);
  }
}

test('after three such mails the delivery waits, and its owner reads why', async () => {
  const letter = await dueLetter(services);
  await attemptForAWeek(letter);
  expect(letter.messages.map(({ messageId }) => messageId)).toEqual(
    Array.from({ length: mailsWithoutAnswer }, () => `delivery.${letter.id}@localhost`),
  );
  expect(mailsWithoutAnswer).toBe(3);
  expect(await letter.reload()).toMatchObject({
    status: 'waiting',
    waitingReason: 'outcome_unknown',
    sentTo: letter.messages[0]?.envelope.to[0],
  });
  expect(await auditOf(letter.id)).toEqual([
    'delivery.outcome-unknown',
    'delivery.outcome-unknown',
    'delivery.outcome-unknown',
    'delivery.waiting',
  ]);
  const [schedule] = (await listSchedules(services, letter.ownerId)).schedules;
  expect(schedule?.recipients).toMatchObject([
    { state: 'waiting', waitingReason: waitingReasonTexts.outcome_unknown },
  ]);
});

test('its owner is told that it may have arrived, not that the address is wrong', async () => {
  const letter = await dueLetter(services);
  const asked = await jobs.backlog(sendMails);
  await attemptForAWeek(letter);
  expect(await jobs.backlog(sendMails)).toBe(asked + 1);
  const sentTo: string[] = [];
  const [underWay, otherDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const send = async (mail: OutgoingMail) => {
    sentTo.push(mail.to);
    underWay.resolve();
    if (sentTo.length === 1) await otherDone.promise;
    return services.mailer.send(mail);
  };
  const counting = { ...services, mailer: { ...services.mailer, send } };
  const asking = sendMailsAbout(counting, letter.id);
  await underWay.promise;
  await sendMailsAbout(counting, letter.id);
  otherDone.resolve();
  await asking;
  expect(sentTo).toHaveLength(1);
  const [owner] = await db.select().from(users).where(eq(users.id, letter.ownerId));
  const mails = await mailTo(services, owner?.email ?? '');
  expect(mails.map(({ subject }) => subject)).toEqual(['Did Maya receive it?']);
  expect(mails[0]?.text).toContain('three times');
});

test('another address starts it again, with at most three more mails', async () => {
  const letter = await dueLetter(services);
  await attemptForAWeek(letter);
  const { recipientId } = await letter.reload();
  const email = `another.${letter.id}@example.com`;
  await inTransaction(db, async (tx) => {
    await tx
      .update(recipients)
      .set({ email })
      .where(eq(recipients.id, recipientId ?? ''));
    await resumeDeliveriesOfRecipient(tx, services, recipientId ?? '', []);
  });
  await attemptForAWeek(letter);
  expect(letter.messages.map(({ envelope }) => envelope.to[0] === email)).toEqual(
    [false, true].flatMap((isOther) => Array.from({ length: mailsWithoutAnswer }, () => isOther)),
  );
  expect(await letter.reload()).toMatchObject({ status: 'waiting', waitingReason: 'outcome_unknown' });
});

test('an answer to a later mail settles it', async () => {
  const letter = await dueLetter(services);
  await letter.attempt('drop');
  clock.advance(20 * 60);
  expect((await letter.attempt('accept')).status).toBe('delivered');
  expect(await auditOf(letter.id)).toEqual([
    'delivery.outcome-unknown',
    'delivery.delivered',
    'delivery.outcome-resolved',
  ]);
});
