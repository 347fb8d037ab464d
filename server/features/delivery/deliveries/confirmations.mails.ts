import { and, asc, eq, inArray } from 'drizzle-orm';
import { formatMoment } from '../../../../shared/dates.ts';
import { listNames } from '../../../../shared/names.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import type { MailRow } from '../../outbox/messages/mails/mails.table.ts';
import { enqueueMails, listUnsentOfSameKind, type PreparedMail } from '../../outbox/messages/mails/mails.ts';
import { deliveredLateMail, deliveredMail, deliveredTogetherMail } from './deliveries.mail.tsx';
import { deliveryQueue, schedules } from './deliveries.table.ts';
import { secondsLate } from './state/delivery-audit.ts';

/** Enqueues a mail to each owner, confirming that everybody has received their schedule. */
export function confirmSchedulesLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  delivered: readonly { id: string; userId: string; deliveredAt: string }[],
): Promise<void> {
  const mails = delivered.map(({ id, userId, deliveredAt }) => ({
    userId,
    kind: 'delivered' as const,
    subjectId: id,
    // A schedule can be delivered a second time, if a mail came back after the first.
    dedupeKey: `delivered:${id}:${deliveredAt}`,
  }));
  return enqueueMails(tx, services, mails);
}

/** One mail for all confirmations that wait for an owner: hundreds may be delivered at the same moment. */
export async function prepareDelivered(
  tx: Tx,
  { config }: Services,
  mail: MailRow,
): Promise<PreparedMail | undefined> {
  const { userId } = mail;
  if (!userId) return undefined;
  const [owner] = await tx.select().from(users).where(eq(users.id, userId));
  if (!owner?.emailNotifications || !owner.deliveryNotifications) return undefined;
  const covers = await listUnsentOfSameKind(tx, { ...mail, userId });
  const made = await confirmationsOf(
    tx,
    covers.flatMap(({ subjectId }) => subjectId ?? []),
  );
  const [first] = made;
  if (!first) return undefined;
  const about = { ownerName: owner.firstName, link: `${config.publicUrl}/schedule` };
  const content = made.length === 1 ? await writeOne(first, about) : await writeAll(made, about);
  return { ...content, to: owner.email, atMostOnce: true, covers };
}

function writeOne(
  { title, recipientNames, deliveredAt, dueAt }: Confirmation,
  about: { ownerName: string; link: string },
) {
  const values = { ...about, title, recipientNames, deliveredAt };
  return dueAt ? deliveredLateMail({ ...values, dueAt }) : deliveredMail(values);
}

function writeAll(made: readonly Confirmation[], about: { ownerName: string; link: string }) {
  const lines = made.map(
    ({ title, recipientNames, deliveredAt, dueAt }) =>
      `“${title}” to ${recipientNames}, on ${deliveredAt}${dueAt ? `; it was due on ${dueAt}, and we are sorry that it went out late` : ''}`,
  );
  return deliveredTogetherMail({ ...about, count: String(made.length), deliveries: lines.join('\n') });
}

interface Confirmation {
  title: string;
  recipientNames: string;
  /** When the last recipient received it, formatted. */
  deliveredAt: string;
  /** When it was due, formatted; set if it was late for anybody. */
  dueAt?: string;
}

/** The confirmations for whichever of these schedules are delivered, in order of delivery. */
async function confirmationsOf(tx: Tx, scheduleIds: string[]): Promise<Confirmation[]> {
  const rows = await tx
    .select({
      scheduleId: schedules.id,
      timezone: schedules.timezone,
      title: memories.title,
      name: deliveryQueue.recipientFirstName,
      dueAt: deliveryQueue.dueAt,
      deliveredAt: deliveryQueue.deliveredAt,
    })
    .from(schedules)
    .innerJoin(deliveryQueue, eq(deliveryQueue.scheduleId, schedules.id))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .where(and(inArray(schedules.id, scheduleIds), eq(schedules.isDelivered, true)))
    .orderBy(asc(deliveryQueue.deliveredAt), asc(deliveryQueue.id));
  const bySchedule = Map.groupBy(rows, ({ scheduleId }) => scheduleId);
  return [...bySchedule.values()].flatMap((deliveries) => {
    const last = deliveries.findLast(({ deliveredAt }) => deliveredAt);
    if (!last?.deliveredAt) return [];
    const late = deliveries.find(({ dueAt, deliveredAt }) => deliveredAt && secondsLate(dueAt, deliveredAt));
    return {
      title: last.title ?? 'A memory',
      recipientNames: listNames(deliveries.map(({ name }) => name)),
      deliveredAt: formatMoment(last.deliveredAt, last.timezone),
      ...(late && { dueAt: formatMoment(late.dueAt, late.timezone) }),
    };
  });
}
