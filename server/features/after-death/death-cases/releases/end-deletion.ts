import { and, eq, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { notBeingDeleted, updateUser } from '../../../accounts/profile/profile.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { record } from '../../../system/audit/audit.ts';
import { isAskedSince } from '../death-reports/asked-since.ts';
import { deathReports } from '../death-reports/death-reports.table.ts';
import type { releases } from './releases.table.ts';

/**
 * Ends a deletion that was asked for when its owner may have been dead already: it was not their wish. What they asked for
 * before stands. The owner is locked; the caller works out again what is due.
 */
export async function endDeletion(
  tx: Tx,
  services: Services,
  owner: UserRow,
  { reportId, at }: { reportId: string; at: Date },
): Promise<void> {
  const [report] = await tx.select().from(deathReports).where(eq(deathReports.id, reportId));
  if (!report || !isAskedSince(owner, report)) return;
  await updateUser(tx, services, owner.id, notBeingDeleted);
  await record(tx, at, {
    action: 'account.deletion-ended',
    actor: 'system',
    userId: owner.id,
    subjectId: owner.id,
    details: { reportId },
  });
}

/** Whether this release has ended a deletion. */
export async function hasEndedDeletion(
  tx: Tx,
  { userId, reportId }: Pick<typeof releases.$inferSelect, 'userId' | 'reportId'>,
): Promise<boolean> {
  const { action, subjectId, details } = auditLog;
  const isOfReport = sql`${details} ->> 'reportId' = ${reportId}::text`;
  return (
    (await tx.$count(
      auditLog,
      and(eq(action, 'account.deletion-ended'), eq(subjectId, userId), isOfReport),
    )) > 0
  );
}
