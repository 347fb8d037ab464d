import { and, asc, eq, inArray, isNull, lt, lte, notInArray, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { agreedNow } from '../../../../platform/database-time.ts';
import { idsOf, inTurn } from '../../../../platform/sweeps.ts';
import { draftDays } from './deadlines.ts';
import { deathReports } from './death-reports.table.ts';
import { settleReports } from './match-account.ts';
import { askDueQuestions } from './open-question.ts';
import { applyEvent } from './transitions.ts';
import { sweepWindows } from './windows.ts';

export function sweepDeathReports(services: Services): Promise<void> {
  return inTurn(
    () => settleReports(services),
    () => askDueQuestions(services),
    () => sweepWindows(services),
    () => answerReporters(services),
  );
}

const draftsPerSweep = 1_000;

/** Erases reports that were begun and never sent; the sweep for orphans erases their files. */
export async function eraseReportDrafts({
  db,
  clock,
  sweeps,
}: Pick<Services, 'db' | 'clock' | 'sweeps'>): Promise<void> {
  const { id, state, createdAt } = deathReports;
  const before = sql`${agreedNow(clock)} - make_interval(hours => ${draftDays * 24})`;
  const isOld = and(eq(state, 'draft'), lt(createdAt, before));
  const old = await db
    .select({ id })
    .from(deathReports)
    .where(and(isOld, notInArray(id, sweeps.putOff('report-drafts'))))
    .limit(draftsPerSweep);
  await sweeps.together('report-drafts', old, (some) =>
    db.delete(deathReports).where(and(isOld, inArray(id, idsOf(some)))),
  );
}

const perSweep = 100;

/**
 * Tells reporters that we cannot go on. The words are the same, and never come before the promised day,
 * whether staff rejected the report or its owner said that they are alive. In the latter case the answer
 * waits its turn: until staff have worked through the reports that were due by then.
 */
export async function answerReporters(services: Services): Promise<void> {
  const { db, sweeps } = services;
  const isDue = lte(deathReports.reviewDueAt, agreedNow(services.clock));
  const due = await db
    .select({ id: deathReports.id })
    .from(deathReports)
    .where(
      and(
        inArray(deathReports.state, ['rejected', 'closed']),
        isNull(deathReports.answeredAt),
        isDue,
        hasItsTurn,
        notInArray(deathReports.id, sweeps.putOff('answer-reporters')),
      ),
    )
    .orderBy(asc(deathReports.reviewDueAt), asc(deathReports.id))
    .limit(perSweep);
  await sweeps.each('answer-reporters', due, ({ id }) =>
    inTransaction(db, async (tx) => {
      const [report] = await tx.select().from(deathReports).where(eq(deathReports.id, id)).for('update');
      if (report) await applyEvent(tx, services, report, { kind: 'answered' });
    }),
  );
}

/** No report that was due earlier still waits for staff, or staff have since decided one that was due later. */
const hasItsTurn = sql`(${deathReports.state} = 'rejected'
  or not exists (select 1 from death_reports earlier
    where earlier.state = 'in_review' and earlier.review_due_at < ${deathReports.reviewDueAt})
  or exists (select 1 from death_reports later
    where later.review_due_at > ${deathReports.reviewDueAt} and coalesce(later.rejected_at, later.verified_at) >= ${deathReports.reviewDueAt}))`;
