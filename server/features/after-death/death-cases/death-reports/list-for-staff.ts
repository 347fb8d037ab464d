import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  StaffDeathReportList,
  StaffDeathReportQuery,
} from '../../../../../shared/after-death/staff-death-reports.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { notFound, requireFound } from '../../../../platform/errors.ts';
import { hasPart, hasTrigrams } from '../../../../platform/text-search.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { listDeciders } from './approvals.ts';
import { isAssigned } from './assignees.ts';
import { toAnswers } from './case-answer.ts';
import type { Reading } from './case-facts.ts';
import type { Answer } from './case-parts.ts';
import { type DeathReportRow, deathReports, searchedParts } from './death-reports.table.ts';
import { isAliveNow, isForStaff } from './staff-queue.ts';

/**
 * The reports on which staff have to decide, those with a sign of life after the release first; or else the
 * reports in the requested state, or in any, that match the search text. Oldest first.
 */
export async function listForStaff(
  services: Reading,
  member: UserRow,
  { state, q, assignee, limit, afterRank, afterSubmitted, after }: StaffDeathReportQuery,
): Promise<z.output<typeof StaffDeathReportList>> {
  // Few are waiting. A single state may have many, in the order of its index.
  const isQueue = !state && !q;
  const rank = isQueue ? sql`case when ${isAliveNow} then 0 else 1 end` : undefined;
  const keys = [...(rank ? [rank] : []), deathReports.submittedAt, deathReports.id].map((key) => sql`${key}`);
  const place = [...(rank ? [afterRank] : []), afterSubmitted?.toISOString(), after].map(
    (key) => sql`${key}`,
  );
  const rows = await services.db
    .select()
    .from(deathReports)
    .where(
      and(
        isQueue ? isForStaff : undefined,
        state ? eq(deathReports.state, state) : sql`${deathReports.state} <> 'draft'`,
        q ? hasText(q) : undefined,
        assignee ? isAssigned(services.db, assignee, member) : undefined,
        after ? sql`(${sql.join(keys, sql`, `)}) > (${sql.join(place, sql`, `)})` : undefined,
      ),
    )
    .orderBy(...keys)
    .limit(limit + 1);
  const reports = await toAnswers(services, member, rows.slice(0, limit));
  const last = rows.length > limit ? reports.at(-1) : undefined;
  const lastRank = isQueue && last?.warnings.includes('alive_after_release') ? 0 : 1;
  return {
    reports,
    next: last ? { afterRank: lastRank, afterSubmitted: last.submittedAt, after: last.id } : null,
  };
}

/** A search text that is too short finds nothing. */
function hasText(q: string): SQL {
  return hasTrigrams(q) ? hasPart(searchedParts(deathReports), q) : sql`false`;
}

/** One report, whatever its state, with who may decide. 404 for an unknown one and for a draft. */
export async function loadForStaff(services: Reading, member: UserRow, id: string): Promise<Answer> {
  const [row] = await services.db.select().from(deathReports).where(eq(deathReports.id, id));
  const [report] = row ? await toAnswers(services, member, [row]) : [];
  if (!row || !report) throw notFound('This report');
  return { ...report, deciders: await listDeciders(services, row, report.approvals) };
}

export async function readCase(
  tx: Tx,
  { clock, config, appSecret }: Services,
  member: UserRow,
  row: DeathReportRow,
): Promise<Answer> {
  const [report] = await toAnswers({ db: tx, clock, config, appSecret }, member, [row]);
  return requireFound(report, 'This report');
}
