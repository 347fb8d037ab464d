import { and, asc, eq, isNull, lte, not, notInArray, type SQL, sql } from 'drizzle-orm';
import { secondsAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { agreedNow, readDatabaseTime } from '../../../../platform/database-time.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { inTurn } from '../../../../platform/sweeps.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { isHeld, isRestoredSince } from '../../../delivery/deliveries/holds/holds.ts';
import type { AfterSending } from '../../../outbox/messages/mails/mails.ts';
import { release } from '../releases/releases.ts';
import { askIn, endOfWindow, lateSeconds, toDetails } from './deadlines.ts';
import { type DeathReportRow, deathReports } from './death-reports.table.ts';
import { askOwnerLater } from './tell.ts';
import { applyEvent } from './transitions.ts';
import { waitsForMail } from './unsent-questions.ts';

// The time in which an owner can object. It is measured by a time on which the process and the database
// agree, and stands still while deliveries are held, as they are after a clock has jumped.

const perSweep = 100;
const restarting = 'restored-windows';
const asking = 'window-questions';
const ending = 'windows';
/** Releases run in parallel, each in its own transaction. More would only wait for each other and for the deliveries in progress. */
export const concurrentReleases = 4;

export async function sweepWindows(services: Services): Promise<void> {
  await inTurn(
    () => restartWindows(services),
    () => askOwners(services),
    () => endWindows(services),
  );
}

/** A restored database does not know who has said since the backup that they are alive, so everybody is asked again. */
async function restartWindows(services: Services): Promise<void> {
  const { db, sweeps } = services;
  const toRestart = await findReports(services, and(isToRestart(services), notPutOff(services, restarting)));
  await sweeps.each(restarting, toRestart, ({ id }) =>
    inTransaction(db, (tx) => restartWindow(tx, services, id)),
  );
}

async function askOwners(services: Services): Promise<void> {
  const { db, sweeps } = services;
  const toAsk = await findReports(services, and(isToAsk(services), notPutOff(services, asking)));
  await sweeps.each(asking, toAsk, ({ id }) => inTransaction(db, (tx) => askOwner(tx, services, id)));
}

/** Continues as long as there are more; a window that fails is left to the next sweep. */
async function endWindows(services: Services): Promise<void> {
  const { db, sweeps } = services;
  const tried = new Set<string>();
  for (;;) {
    const page = await findReports(services, and(isOver(services), notPutOff(services, ending)));
    const next = page.filter(({ id }) => !tried.has(id));
    for (const { id } of next) tried.add(id);
    const end = async ({ id, userId }: { id: string; userId: string | null }) =>
      userId && inTransaction(db, (tx) => endWindow(tx, services, { id, userId }));
    await sweeps.each(ending, next, end, { atOnce: concurrentReleases });
    if (page.length < perSweep || next.length === 0) return;
  }
}

function notPutOff({ sweeps }: Services, sweep: string): SQL {
  return notInArray(deathReports.id, sweeps.putOff(sweep));
}

function findReports({ db }: Services, condition: SQL | undefined) {
  return db
    .select({ id: deathReports.id, userId: deathReports.userId })
    .from(deathReports)
    .where(condition)
    .orderBy(asc(deathReports.objectionEndsAt), asc(deathReports.id))
    .limit(perSweep);
}

function isToRestart({ clock }: Pick<Services, 'clock'>): SQL | undefined {
  return and(inWindow, isRestoredSince(deathReports.verifiedAt, agreedNow(clock)));
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
    not(isRestoredSince(deathReports.verifiedAt, agreedNow(services.clock))),
  );
}

const inWindow = eq(deathReports.state, 'objection_window');

async function restartWindow(tx: Tx, services: Services, id: string): Promise<void> {
  const report = await lockIf(tx, id, isToRestart(services));
  if (!report) return;
  const now = await readDatabaseTime(tx, services.clock);
  const objectionEndsAt = await endOfWindow(tx, services, report, now);
  await applyEvent(tx, services, report, { kind: 'database-restored', objectionEndsAt });
}

async function askOwner(tx: Tx, services: Services, id: string): Promise<void> {
  const report = await lockIf(tx, id, isToAsk(services));
  if (!report?.userId || !report.nextAskAt) return;
  const now = await readDatabaseTime(tx, services.clock);
  const late = lateSeconds(report.nextAskAt, now);
  const after = await applyEvent(tx, services, report, { kind: 'asked', lateSeconds: late });
  if (!after?.objectionEndsAt) return;
  const [owner] = await tx.select().from(users).where(eq(users.id, report.userId));
  await askOwnerLater(tx, services, requireFound(owner), {
    report: after,
    kind: 'death-report-objection',
    count: after.askCount,
    details: toDetails({ dueAt: secondsAfter(report.nextAskAt, late), endsAt: after.objectionEndsAt }),
  });
}

const questionSent: AfterSending = async (tx, services, { mail }) => {
  const ask = askIn(mail.details);
  const report = ask && mail.subjectId && (await lockIf(tx, mail.subjectId, inWindow));
  if (report) await applyEvent(tx, services, report, { kind: 'question-sent', ask });
};

export const afterSendingQuestions = { 'death-report-objection': questionSent };

/** Checks the condition again under the lock: a sign of life that comes first wins. */
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
