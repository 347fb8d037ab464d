import { and, asc, eq, inArray } from 'drizzle-orm';
import { formatDate } from '../../../../shared/dates.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import type { MailRow } from '../../outbox/mails/mails.table.ts';
import { enqueueMails, listUnsentOfSameKind, type PreparedMail } from '../../outbox/mails/mails.ts';
import { staffDeliveriesStoppedMail } from './deliveries.mail.tsx';
import { type DeliveryRow, deliveryQueue } from './deliveries.table.ts';
import { waitsForAddress } from './delivery-conditions.ts';

/** Tells all staff which deliveries have failed, or wait for an address of which nobody else can be asked. Where there is no staff, the log says so. */
export async function tellStaffLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock' | 'log'>,
  stopped: readonly DeliveryRow[],
): Promise<void> {
  if (stopped.length === 0) return;
  const staff = await tx.select({ id: users.id }).from(users).where(eq(users.isAdmin, true));
  if (staff.length === 0) {
    const deliveryIds = stopped.map(({ id }) => id);
    services.log.error(
      { deliveryIds },
      'deliveries have stopped, and no account is marked as staff to be told',
    );
  }
  const mails = staff.flatMap(({ id: userId }) =>
    stopped.map(({ id, attemptCount }) => ({
      kind: 'staff-delivery-failed' as const,
      userId,
      subjectId: id,
      dedupeKey: `staff:${userId}:${id}:${attemptCount}`,
    })),
  );
  await enqueueMails(tx, services, mails);
}

/** One mail for all that wait: when a mail server stays away, everything fails in the same hour. */
export async function prepareForStaff(
  tx: Tx,
  { config }: Services,
  mail: MailRow,
): Promise<PreparedMail | undefined> {
  const { userId } = mail;
  if (!userId) return undefined;
  const [member] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isAdmin, true)));
  if (!member) return undefined;
  const covers = await listUnsentOfSameKind(tx, { ...mail, userId });
  const ids = covers.flatMap(({ subjectId }) => subjectId ?? []);
  const rows = await tx
    .select()
    .from(deliveryQueue)
    .where(inArray(deliveryQueue.id, ids))
    .orderBy(asc(deliveryQueue.dueAt));
  const stopped = rows.filter(waitsForAddress);
  if (stopped.length === 0) return undefined;
  const lines = stopped.map(
    ({ id, dueAt, status }) =>
      `${id}, due on ${formatDate(dueAt, member.timezone)}: ${status === 'failed' ? 'seven days of attempts failed' : 'an address is needed, and the owner has died'}`,
  );
  const content = await staffDeliveriesStoppedMail({
    staffName: member.firstName,
    count: String(stopped.length),
    deliveries: lines.join('\n'),
    link: `${config.publicUrl}/admin/deliveries`,
  });
  return { ...content, to: member.email, covers };
}
