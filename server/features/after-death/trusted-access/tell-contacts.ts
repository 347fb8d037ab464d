import { eq } from 'drizzle-orm';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { enqueueMails } from '../../outbox/mails/mails.ts';
import type { DeathReportRow } from '../death-reports/death-reports.table.ts';
import { trustedAccess } from './trusted-access.table.ts';

/** A message that is leaving now has left, or has not, after this long. */
const settledSeconds = 60;

/**
 * Writes to the contacts who heard of this report what has become of it: that it is looked into again, or that it has ended. Where
 * the first message is still to be sent, that is decided once it has left or is dropped.
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
