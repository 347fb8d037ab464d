import { and, asc, eq, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { agreedNow, readDatabaseTime } from '../../../platform/database-time.ts';
import { found } from '../../../platform/errors.ts';
import { forEachConcurrently } from '../../../platform/for-each-concurrently.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { lockOwner } from '../../accounts/accounts/accounts.ts';
import { isHeld } from '../../delivery/holds/holds.ts';
import { release } from '../releases/releases.ts';
import { type DeathReportRow, deathReports } from './death-reports.table.ts';
import { lateSeconds, toDetails } from './owner-questions.ts';
import { processReport } from './process-report.ts';
import { askOwnerLater } from './tell.ts';
import { applyEvent } from './transitions.ts';
import { waitsForMail } from './unsent-questions.ts';

// The time in which an owner can object. It goes by the time on which process and database agree, and stands still while
// deliveries are held, which they are after a clock has jumped.

const perSweep = 100;
/** Releases in parallel, each in its own transaction. More would only wait for each other, and for the deliveries under way. */
export const concurrentReleases = 4;

/** Writes the messages that are due, then releases what nobody objected to. */
export async function sweepWindows(services: Services): Promise<void> {
  for (const { id } of await findReports(services, isToAsk(services)))
    await processReport(services, id, (tx) => askOwner(tx, services, id));
  await endWindows(services);
}

/** Goes on while there are more; a window that fails is left to the next sweep. */
async function endWindows(services: Services): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    const page = await findReports(services, isOver(services));
    const next = page.filter(({ id }) => !tried.has(id));
    for (const { id } of next) tried.add(id);
    await forEachConcurrently(next, concurrentReleases, async ({ id, userId }) => {
      if (userId) await processReport(services, id, (tx) => endWindow(tx, services, { id, userId }));
    });
    if (page.length < perSweep || next.length === 0) return;
  }
}

function findReports({ db }: Services, condition: SQL | undefined) {
  return db
    .select({ id: deathReports.id, userId: deathReports.userId })
    .from(deathReports)
    .where(condition)
    .orderBy(asc(deathReports.objectionEndsAt))
    .limit(perSweep);
}

function isToAsk({ clock }: Pick<Services, 'clock'>): SQL | undefined {
  return and(inWindow, lte(deathReports.nextAskAt, agreedNow(clock)), sql`not ${isHeld}`);
}

function isOver(services: Pick<Services, 'db' | 'clock'>): SQL | undefined {
  return and(
    inWindow,
    isNull(deathReports.nextAskAt),
    lte(deathReports.objectionEndsAt, agreedNow(services.clock)),
    not(waitsForMail(services)),
    sql`not ${isHeld}`,
  );
}

const inWindow = eq(deathReports.state, 'objection_window');

async function askOwner(tx: Tx, services: Services, id: string): Promise<void> {
  const report = await lockIf(tx, id, isToAsk(services));
  if (!report?.userId || !report.nextAskAt) return;
  const now = await readDatabaseTime(tx, services.clock);
  const late = lateSeconds(report.nextAskAt, now);
  const after = await applyEvent(tx, services, report, { kind: 'asked', lateSeconds: late });
  if (!after?.objectionEndsAt) return;
  const [owner] = await tx.select().from(users).where(eq(users.id, report.userId));
  await askOwnerLater(tx, services, found(owner), {
    report: after,
    kind: 'death-report-objection',
    count: after.askCount,
    details: toDetails({ dueAt: secondsAfter(report.nextAskAt, late), endsAt: after.objectionEndsAt }),
  });
}

/** The condition is repeated under the lock: a sign of life that comes first wins. */
async function endWindow(
  tx: Tx,
  services: Services,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await lockOwner(tx, userId);
  const report = await lockIf(tx, id, isOver(services));
  const after = report && (await applyEvent(tx, services, report, { kind: 'window-ended' }));
  if (after) await release(tx, services, { userId, reportId: id });
}

async function lockIf(tx: Tx, id: string, condition: SQL | undefined): Promise<DeathReportRow | undefined> {
  const [report] = await tx
    .select()
    .from(deathReports)
    .where(and(eq(deathReports.id, id), condition))
    .for('update');
  return report;
}
