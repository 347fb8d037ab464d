import { and, asc, eq } from 'drizzle-orm';
import { fullNameOf } from '../../../../../shared/names.ts';
import { secondsAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { enqueueMails } from '../../../outbox/messages/mails/mails.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { type DeathReportRow, deathReports } from '../death-reports/death-reports.table.ts';
import { trustedAccess, trustedAnswers } from './contacts.table.ts';

/** After this long, a message that is being sent now has either left or failed. */
const settledSeconds = 60;

/**
 * Tells the contacts who heard of this report what has become of it: that it is being looked into again, or that it
 * has ended. If their first message has not been sent yet, this is decided once it has left or been dropped.
 */
export async function tellContactsLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  { id: reportId, round }: DeathReportRow,
  kind: 'trusted-contact-stopped' | 'trusted-contact-ended',
): Promise<void> {
  const heard = await tx
    .select({ id: trustedAccess.id, userId: trustedAccess.userId, toldAt: trustedAccess.toldAt })
    .from(trustedAccess)
    .where(eq(trustedAccess.reportId, reportId));
  const heldUntil = secondsAfter(services.clock.now(), settledSeconds);
  await enqueueMails(
    tx,
    services,
    heard.map(({ id, userId, toldAt }) => ({
      kind,
      userId,
      subjectId: id,
      dedupeKey: `${kind}:${id}:${round}`,
      heldUntil: toldAt ? undefined : heldUntil,
    })),
  );
}

/** The contacts who have a link for this report, when they were told, and what they answered in the current window. */
export async function listToldContacts(db: Queryable, reportId: string) {
  const rows = await db
    .select({ contact: recipients, toldAt: trustedAccess.toldAt, answer: trustedAnswers.answer })
    .from(trustedAccess)
    .innerJoin(recipients, eq(recipients.id, trustedAccess.recipientId))
    .innerJoin(deathReports, eq(deathReports.id, trustedAccess.reportId))
    .leftJoin(
      trustedAnswers,
      and(
        eq(trustedAnswers.accessId, trustedAccess.id),
        eq(trustedAnswers.windowBeganAt, deathReports.verifiedAt),
      ),
    )
    .where(eq(trustedAccess.reportId, reportId))
    .orderBy(asc(recipients.firstName), asc(recipients.id));
  return rows.map(({ contact, ...row }) => ({ ...row, name: fullNameOf(contact) }));
}
