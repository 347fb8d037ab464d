import { and, asc, eq, ne } from 'drizzle-orm';
import { listNames } from '../../../../shared/list-names.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { formatWallClock } from '../../../platform/local-time.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import type { MailRow } from '../../outbox/mails/mails.table.ts';
import { enqueueMails, type PreparedMail, type PrepareMail } from '../../outbox/mails/mails.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { schedules } from '../schedules/schedules.table.ts';
import {
  addressNeededMail,
  arrivalUnknownMail,
  deliveredLateMail,
  deliveredMail,
} from './deliveries.mail.tsx';
import { type DeliveryRow, deliveryQueue } from './deliveries.table.ts';
import { secondsLate } from './lateness.ts';

/** After this long an unsent question is dropped; the owner still sees it in the list of schedules. */
const questionDays = 7;

type MailServices = Pick<Services, 'jobs' | 'clock'>;

/** Enqueues the confirmation to each owner that everybody has received their schedule. */
export function confirmSchedulesLater(
  tx: Tx,
  services: MailServices,
  delivered: readonly { id: string; userId: string }[],
): Promise<void> {
  const mails = delivered.map(
    ({ id, userId }) => ({ id, userId, kind: 'delivered', subjectId: id }) as const,
  );
  return enqueueMails(tx, services, mails);
}

/** Enqueues the question to each owner for an address that works, once per attempt. */
export async function askForAddressesLater(
  tx: Tx,
  services: MailServices,
  waiting: readonly DeliveryRow[],
): Promise<void> {
  const validUntil = minutesAfter(services.clock.now(), questionDays * 24 * 60);
  const mails = waiting.map(({ id, userId, attemptCount, waitingReason }) => ({
    kind: waitingReason === 'outcome_unknown' ? ('arrival-unknown' as const) : ('address-needed' as const),
    userId,
    subjectId: id,
    details: { attempt: String(attemptCount) },
    dedupeKey: `question:${id}:${attemptCount}`,
    validUntil,
  }));
  await enqueueMails(tx, services, mails);
}

async function prepareDelivered(
  tx: Tx,
  { config, clock }: Services,
  { subjectId }: MailRow,
): Promise<PreparedMail | undefined> {
  if (!subjectId) return undefined;
  const [row] = await tx
    .select({ schedule: schedules, owner: users, title: memories.title })
    .from(schedules)
    .innerJoin(users, eq(users.id, schedules.userId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .where(and(eq(schedules.id, subjectId), eq(schedules.isDelivered, true)));
  if (!row?.owner.emailNotifications || !row.owner.deliveryNotifications) return undefined;
  const { names, lastAt, lateSince } = await deliveriesOf(tx, subjectId);
  const format = (instant: Date) => formatWallClock(instant, row.schedule.timezone);
  const values = {
    ownerName: row.owner.firstName,
    title: row.title ?? 'A memory',
    recipientNames: names,
    deliveredAt: format(lastAt ?? clock.now()),
    link: `${config.publicUrl}/schedule`,
  };
  const content = await (lateSince
    ? deliveredLateMail({ ...values, dueAt: format(lateSince) })
    : deliveredMail(values));
  return { ...content, to: row.owner.email, atMostOnce: true };
}

interface Deliveries {
  names: string;
  lastAt: Date | undefined;
  lateSince?: Date;
}

/** Who received a schedule, when the last of them did, and when it had been due if it was late for anybody. */
async function deliveriesOf(tx: Tx, scheduleId: string): Promise<Deliveries> {
  const rows = await tx
    .select({
      name: deliveryQueue.recipientFirstName,
      dueAt: deliveryQueue.dueAt,
      deliveredAt: deliveryQueue.deliveredAt,
    })
    .from(deliveryQueue)
    .where(eq(deliveryQueue.scheduleId, scheduleId))
    .orderBy(asc(deliveryQueue.deliveredAt));
  const names = listNames(rows.map((row) => row.name));
  const late = rows.find(({ dueAt, deliveredAt }) => deliveredAt && secondsLate(dueAt, deliveredAt));
  return { names, lastAt: rows.at(-1)?.deliveredAt ?? undefined, ...(late && { lateSince: late.dueAt }) };
}

/** Dropped once the delivery has been resumed, for example with another address; a later attempt asks again. */
async function prepareQuestion(
  tx: Tx,
  { config }: Services,
  { kind, subjectId, details }: MailRow,
): Promise<PreparedMail | undefined> {
  if (!subjectId) return undefined;
  const [row] = await tx
    .select({ owner: users, recipient: recipients })
    .from(deliveryQueue)
    .innerJoin(users, eq(users.id, deliveryQueue.userId))
    .innerJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .where(
      and(
        eq(deliveryQueue.id, subjectId),
        eq(deliveryQueue.status, 'waiting'),
        ne(deliveryQueue.waitingReason, 'memory_withdrawn'),
        eq(deliveryQueue.attemptCount, Number(details['attempt'])),
      ),
    );
  if (!row) return undefined;
  const write = kind === 'arrival-unknown' ? arrivalUnknownMail : addressNeededMail;
  const content = await write({
    ownerName: row.owner.firstName,
    recipientName: row.recipient.firstName,
    link: `${config.publicUrl}/recipients?edit=${row.recipient.id}`,
  });
  return { ...content, to: row.owner.email, atMostOnce: true };
}

/** Mails to owners about their deliveries. */
export const deliveryMails = {
  delivered: prepareDelivered,
  'address-needed': prepareQuestion,
  'arrival-unknown': prepareQuestion,
} satisfies Record<string, PrepareMail>;
