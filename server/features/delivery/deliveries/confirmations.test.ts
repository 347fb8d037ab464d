import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { seedSchedules } from '../../../../test/seed.ts';
import { sendMails as sendMailsJob } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import { type FaultKind, MessageFault, type OutgoingMail } from '../../../platform/mail/mail.ts';
import { mailboxMessages } from '../../../platform/mail/mailbox.table.ts';
import { mailPreparations } from '../../../worker.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { outboxMails } from '../../outbox/mails/mails.table.ts';
import { sendMails } from '../../outbox/mails/send-mail.ts';
import { schedules } from '../schedules/schedules.table.ts';
import { deliverBatch } from './deliver-batch.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { startDueSchedules } from './start.ts';

const clock = createTestClock('2026-12-25T09:00:00Z');
const { services } = await startTestApp({ clock });
const { db, jobs } = services;

/** Delivered schedules, each of another owner, who wants confirmations or not. Returns the schedules' ids. */
async function delivered(count: number, options: { wanted: boolean }): Promise<string[]> {
  const { ownerIds } = await seedSchedules(db, { count, dueAt: clock.now(), owners: count });
  await db.update(users).set({ deliveryNotifications: options.wanted });
  await startDueSchedules(services);
  const rows = await db
    .select({ id: deliveryQueue.id, scheduleId: deliveryQueue.scheduleId, userId: deliveryQueue.userId })
    .from(deliveryQueue);
  const ours = rows.filter(({ userId }) => ownerIds.includes(userId));
  await deliverBatch(
    services,
    ours.map(({ id }) => id),
  );
  return ours.map(({ scheduleId }) => scheduleId);
}

/** Services whose mailer fails for the mails to one owner. */
const withFaultFor = (address: string, fault: MessageFault) => ({
  ...services,
  mailer: {
    ...services.mailer,
    send: (mail: OutgoingMail) => (mail.to === address ? Promise.reject(fault) : services.mailer.send(mail)),
  },
});

async function ownerOf(scheduleId: string): Promise<string> {
  const [row] = await db
    .select({ email: users.email })
    .from(schedules)
    .innerJoin(users, eq(users.id, schedules.userId))
    .where(eq(schedules.id, scheduleId));
  return row?.email ?? '';
}

/** Runs the job that sends these confirmations, which have the ids of their schedules. */
const confirm = (using: Services, scheduleIds: string[]) => sendMails(using, mailPreparations, scheduleIds);
const unsentConfirmations = () =>
  db.$count(outboxMails, and(eq(outboxMails.kind, 'delivered'), isNull(outboxMails.sentAt)));
const confirmations = () => db.$count(mailboxMessages, sql`${mailboxMessages.toAddress} like 'owner-%'`);

test('owners who want no confirmation cost no job', async () => {
  await delivered(3, { wanted: false });
  expect(await unsentConfirmations()).toBe(0);
  expect(await jobs.backlog(sendMailsJob)).toBe(0);
});

test('a confirmation that cannot be sent does not hold up the others, and a retry sends none of those again', async () => {
  const scheduleIds = await delivered(3, { wanted: true });
  expect(await jobs.backlog(sendMailsJob)).toBe(1);
  const away = withFaultFor(await ownerOf(scheduleIds[0] ?? ''), new MessageFault('temporary', 'away'));

  await expect(confirm(away, scheduleIds)).rejects.toThrow();
  expect(await confirmations()).toBe(2);
  expect(await unsentConfirmations()).toBe(1);
  await expect(confirm(away, scheduleIds)).rejects.toThrow();
  expect(await confirmations()).toBe(2);
});

test('an owner who no longer wants confirmations when the job runs gets none', async () => {
  const scheduleIds = await delivered(2, { wanted: true });
  await db.update(users).set({ emailNotifications: false });
  const before = await confirmations();
  await confirm(services, scheduleIds);
  expect(await confirmations()).toBe(before);
  expect(await db.$count(outboxMails, inArray(outboxMails.id, scheduleIds))).toBe(0);
});

test.each<FaultKind>(['permanent', 'unknown'])(
  'after a fault that is %s there is no further mail and no further job',
  async (kind) => {
    const scheduleIds = await delivered(1, { wanted: true });
    const before = await unsentConfirmations();
    const fault = new MessageFault(kind, 'not as it should be');
    await confirm(withFaultFor(await ownerOf(scheduleIds[0] ?? ''), fault), scheduleIds);
    expect(await unsentConfirmations()).toBe(before - 1);
  },
);

test('several workers that confirm the same schedule at once send one mail', async () => {
  const scheduleIds = await delivered(1, { wanted: true });
  const before = await confirmations();
  const seen: string[] = [];
  const counted = {
    ...services,
    mailer: {
      ...services.mailer,
      send: (mail: OutgoingMail) => {
        seen.push(mail.messageId);
        return services.mailer.send(mail);
      },
    },
  };
  await Promise.all([1, 2, 3].map(() => confirm(counted, scheduleIds)));
  expect(seen).toEqual([`delivered.${scheduleIds[0]}@localhost`]);
  expect(await confirmations()).toBe(before + 1);
});

test('with a slow mail server, mails that do not fit into one job are sent by the next', async () => {
  const scheduleIds = await delivered(4, { wanted: true });
  const before = await unsentConfirmations();
  const waiting = await jobs.backlog(sendMailsJob);
  const slow = {
    ...services,
    mailer: {
      ...services.mailer,
      send: async (mail: OutgoingMail) => {
        await services.mailer.send(mail);
        clock.advance(2 * 60);
      },
    },
  };
  await confirm(slow, scheduleIds);
  expect(await unsentConfirmations()).toBe(before - 2);
  expect(await jobs.backlog(sendMailsJob)).toBe(waiting + 1);
  await confirm(services, scheduleIds);
  expect(await unsentConfirmations()).toBe(before - 4);
});
