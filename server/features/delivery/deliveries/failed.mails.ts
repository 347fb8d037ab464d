import { and, asc, eq, inArray } from 'drizzle-orm';
import { formatDate } from '../../../../shared/dates.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import type { MailRow } from '../../outbox/mails/mails.table.ts';
import { enqueueMails, type PreparedMail, unsentLike } from '../../outbox/mails/mails.ts';
import { staffDeliveriesFailedMail } from './deliveries.mail.tsx';
import { type DeliveryRow, deliveryQueue } from './deliveries.table.ts';

/** Tells everybody of the staff which deliveries have failed. Where there is no staff, the log says so. */
export async function tellStaffLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock' | 'log'>,
  failed: readonly DeliveryRow[],
): Promise<void> {
  if (failed.length === 0) return;
  const staff = await tx.select({ id: users.id }).from(users).where(eq(users.isAdmin, true));
  if (staff.length === 0) {
    const deliveryIds = failed.map(({ id }) => id);
    services.log.error(
      { deliveryIds },
      'deliveries have failed, and no account is marked as staff to be told',
    );
  }
  const mails = staff.flatMap(({ id: userId }) =>
    failed.map(({ id, attemptCount }) => ({
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
  const covers = await unsentLike(tx, { ...mail, userId });
  const ids = covers.flatMap(({ subjectId }) => subjectId ?? []);
  const failed = await tx
    .select({ id: deliveryQueue.id, dueAt: deliveryQueue.dueAt })
    .from(deliveryQueue)
    .where(and(inArray(deliveryQueue.id, ids), eq(deliveryQueue.status, 'failed')))
    .orderBy(asc(deliveryQueue.dueAt));
  if (failed.length === 0) return undefined;
  const lines = failed.map(({ id, dueAt }) => `${id}, due on ${formatDate(dueAt, member.timezone)}`);
  const content = await staffDeliveriesFailedMail({
    staffName: member.firstName,
    count: String(failed.length),
    deliveries: lines.join('\n'),
    link: `${config.publicUrl}/admin/deliveries?state=failed`,
  });
  return { ...content, to: member.email, covers };
}
