import { eq } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { deathReports } from './death-reports.table.ts';
import { applyEvent } from './transitions.ts';

/** Notes that the release to which a report led was revoked by this member of staff: another report may lead to another. */
export async function markRevoked(tx: Tx, services: Services, reportId: string, by: string): Promise<void> {
  const [report] = await tx.select().from(deathReports).where(eq(deathReports.id, reportId)).for('update');
  if (report) await applyEvent(tx, services, report, { kind: 'release-revoked' }, by);
}
