import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { seedSchedules } from '../../../../test/seed.ts';
import { sendMails as sendMailsJob } from '../../../job-list.ts';
import { mailHandlers } from '../../../mail-handlers.ts';
import type { Services } from '../../../platform/context.ts';
import { type FaultKind, MessageFault, type OutgoingMail } from '../../../platform/mail/mail.ts';
import { mailboxMessages } from '../../../platform/mail/mailbox.table.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { isWaiting, outboxMails } from '../../outbox/messages/mails/mails.table.ts';
import { sendMails } from '../../outbox/messages/mails/sending/sending.ts';
import { deliveryQueue, schedules } from './deliveries.table.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import { startDueSchedules } from './start/start.ts';

const clock = createTestClock('2026-12-25T09:00:00Z');
const { services } = await startTestApp({ clock });
const { db, jobs } = services;

/** Delivered schedules, each with its own owner, who may want confirmations. Returns the schedules' ids. */
async function delivered(
  count: number,
  { wanted, owners = count }: { wanted: boolean; owners?: number },
): Promise<string[]> {
  const { ownerIds } = await seedSchedules(db, { count, dueAt: clock.now(), owners });
  await db.update(users).set({ deliveryNotifications: wanted });
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

const confirmationsOf = (scheduleIds: string[]) =>
  db
    .select()
    .from(outboxMails)
    .where(inArray(outboxMails.subjectId, scheduleIds))
    .orderBy(asc(outboxMails.id));
/** Runs the job that sends the confirmations of these schedules. */
async function confirm(using: Services, scheduleIds: string[]): Promise<void> {
  const mails = await confirmationsOf(scheduleIds);
  await sendMails(
    using,
    mailHandlers,
    mails.map(({ id }) => id),
  );
}
const unsentConfirmations = () => db.$count(outboxMails, and(eq(outboxMails.kind, 'delivered'), isWaiting));
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

  await confirm(away, scheduleIds);
  expect(await confirmations()).toBe(2);
  expect(await unsentConfirmations()).toBe(1);
  await confirm(away, scheduleIds);
  expect(await confirmations()).toBe(2);
});

test('an owner who no longer wants confirmations when the job runs gets none', async () => {
  const scheduleIds = await delivered(2, { wanted: true });
  await db.update(users).set({ emailNotifications: false });
  const before = await confirmations();
  const waiting = await unsentConfirmations();
  await confirm(services, scheduleIds);
  expect(await confirmations()).toBe(before);
  const unwanted = (await confirmationsOf(scheduleIds)).filter(({ unwantedAt }) => unwantedAt);
  expect([unwanted.length, await unsentConfirmations()]).toEqual([2, waiting - 2]);
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
  const [mail] = await confirmationsOf(scheduleIds);
  expect(seen).toEqual([`delivered.${mail?.id}@localhost`]);
  expect(await confirmations()).toBe(before + 1);
});

describe('many confirmations to one owner', () => {
  const mailsTo = async (scheduleIds: string[]) => mailTo(services, await ownerOf(scheduleIds[0] ?? ''));
  const unsentOf = async (scheduleIds: string[]) =>
    (await confirmationsOf(scheduleIds)).filter(({ sentAt }) => sentAt === null).length;

  test('are one mail that names each, however many workers send them at once', async () => {
    const scheduleIds = await delivered(500, { wanted: true, owners: 1 });
    expect(await unsentOf(scheduleIds)).toBe(500);
    const parts = [0, 100, 200, 300, 400].map((from) => scheduleIds.slice(from, from + 100));
    await Promise.all(parts.map((part) => confirm(services, part)));
    await confirm(services, scheduleIds);
    expect(await unsentOf(scheduleIds)).toBe(0);
    const [mail, ...others] = await mailsTo(scheduleIds);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Delivered: 500 memories');
    expect(mail?.text?.match(/^“A letter” to Maya, on .* UTC$/gm)).toHaveLength(500);
    const [oldest] = await confirmationsOf(scheduleIds);
    expect(mail?.messageId).toBe(`delivered.${oldest?.id}@localhost`);
  });

  test('wait a minute for each other', async () => {
    const scheduleIds = await delivered(1, { wanted: true });
    const [mail] = await confirmationsOf(scheduleIds);
    const found = await db.execute<{ seconds: number }>(sql`
      select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
      where data->'mailIds' ? ${mail?.id}`);
    expect(found.rows).toEqual([{ seconds: 60 }]);
  });

  test('are all kept while the mail server is away, and a later one does not get lost among them', async () => {
    const first = await delivered(3, { wanted: true, owners: 1 });
    const away = withFaultFor(await ownerOf(first[0] ?? ''), new MessageFault('temporary', 'away'));
    await confirm(away, first);
    expect(await unsentOf(first)).toBe(3);
    // One mail covers all of them, so it was one attempt, with one job for the next.
    expect((await confirmationsOf(first)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    const [one = '', ...rest] = first;
    const sentBetween = {
      ...services,
      mailer: {
        ...services.mailer,
        // Another confirmation is enqueued while this one is being sent.
        send: async (mail: OutgoingMail) => {
          await db.update(outboxMails).set({ sentAt: null }).where(eq(outboxMails.subjectId, one));
          return services.mailer.send(mail);
        },
      },
    };
    await db.update(outboxMails).set({ sentAt: clock.now() }).where(eq(outboxMails.subjectId, one));
    await confirm(sentBetween, rest);
    expect(await unsentOf(first)).toBe(1);
    await confirm(services, first);
    expect((await mailsTo(first)).map(({ subject }) => subject).sort()).toEqual([
      'Delivered: 2 memories',
      'Delivered: A letter',
    ]);
  });

  test('say which were late', async () => {
    const scheduleIds = await delivered(2, { wanted: true, owners: 1 });
    const late = new Date(clock.now().getTime() - 3 * 60 * 60 * 1000);
    await db
      .update(deliveryQueue)
      .set({ dueAt: late })
      .where(eq(deliveryQueue.scheduleId, scheduleIds[0] ?? ''));
    await confirm(services, scheduleIds);
    const [mail] = await mailsTo(scheduleIds);
    expect(mail?.text?.match(/; it was due on .*, and we are sorry that it went out late$/gm)).toHaveLength(
      1,
    );
  });
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
