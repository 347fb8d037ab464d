import { and, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { MistakenReport } from '../../../../../shared/after-death/alive.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { countGone } from '../releases/releases.ts';
import { deathReports } from './death-reports.table.ts';

/** When it ended: at the owner's last sign of life, or when staff revoked the release. */
const endedAt = sql`coalesce(${deathReports.revokedAt}, ${deathReports.stoppedAt})`;

/** Reports that ended because the owner is alive, and that they have not been told about since. */
function untold(userId: string) {
  return and(
    eq(deathReports.userId, userId),
    or(
      isNotNull(deathReports.revokedAt),
      and(
        inArray(deathReports.stoppedBy, ['sign_in', 'alive_link', 'printed_code']),
        inArray(deathReports.state, ['closed', 'stopped', 'rejected']),
      ),
    ),
    or(isNull(deathReports.toldAt), lt(deathReports.toldAt, endedAt)),
  );
}

export async function readMistakenReport(
  db: Queryable,
  userId: string,
): Promise<z.output<typeof MistakenReport> | null> {
  const [row] = await db
    .select()
    .from(deathReports)
    .where(untold(userId))
    .orderBy(desc(endedAt), desc(deathReports.id))
    .limit(1);
  if (!row) return null;
  return {
    reportedAt: row.submittedAt ?? row.createdAt,
    ended: row.revokedAt ? 'revoked' : row.stoppedBy === 'sign_in' ? 'sign_in' : 'answered',
    hasGone: ((await countGone(db, row.id))?.memories ?? 0) > 0,
  };
}

export async function dismissMistakenReports({ db, clock }: Services, userId: string): Promise<void> {
  // Never before the end, which another process's clock may have stamped.
  const toldAt = sql`greatest(${clock.now()}::timestamptz, ${endedAt})`;
  await db.update(deathReports).set({ toldAt }).where(untold(userId));
}
