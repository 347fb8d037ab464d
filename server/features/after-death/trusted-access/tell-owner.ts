import { eq } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { enqueueMail } from '../../outbox/mails/mails.ts';
import type { DeathReportRow } from '../death-cases/death-reports/death-reports.table.ts';
import { recipientCorrections } from './trusted-access.table.ts';

/** An owner who lives after all hears what trusted contacts corrected meanwhile, if anything. */
export async function tellOwnerOfCorrectionsLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  { id, userId }: DeathReportRow,
): Promise<void> {
  const ofReport = eq(recipientCorrections.reportId, id);
  if (!userId || (await tx.$count(recipientCorrections, ofReport)) === 0) return;
  await enqueueMail(tx, services, { kind: 'address-book-corrected', userId, subjectId: id });
}
