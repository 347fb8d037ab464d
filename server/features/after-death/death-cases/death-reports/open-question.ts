import { and, count, desc, eq, inArray, isNull, lte, max, notInArray, or } from 'drizzle-orm';
import { wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { requireFound } from '../../../../platform/errors.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import {
  type DeathReportRow,
  deathReports,
  type OwnerQuestionRow,
  ownerQuestions,
} from './death-reports.table.ts';
import { updateReport } from './report-rows.ts';
import { askOwnerLater } from './tell.ts';

// An owner is asked once whether they are alive, however many people report their death. All of this runs
// with the owner locked. The messages of an objection window are not counted here: see windows.ts.

/** Without a proof, an owner is asked at most this often in total, whoever reports them and whatever they answer. */
const asksWithoutProof = 4;

export interface AskedBefore {
  timesWithoutProof: number;
  lastWithProofAt: Date | null;
  lastAt: Date | null;
}

type Asking = Pick<OwnerQuestionRow, 'proofAt' | 'askedAt' | 'askedWithProofAt'>;

/** When to ask; null if the owner was already asked, or may not be asked again. A proof is asked about once, and owners at most once a day. */
export function dueAtOf(question: Asking, before: AskedBefore, now: Date): Date | null {
  const { timesWithoutProof, lastWithProofAt, lastAt } = before;
  if (question.proofAt) return question.askedWithProofAt ? null : aDayAfter(lastWithProofAt, now);
  if (question.askedAt || timesWithoutProof >= asksWithoutProof) return null;
  return aDayAfter(lastAt, now);
}

function aDayAfter(last: Date | null, now: Date): Date {
  const next = last && wholeDaysAfter(last, 1);
  return next && next > now ? next : now;
}

/** Adds a report to the question to its owner, who is locked; asks at once if the question is due. */
export async function joinQuestion(
  tx: Tx,
  services: Services,
  owner: UserRow,
  report: DeathReportRow,
): Promise<void> {
  const now = await readDatabaseTime(tx, services.clock);
  const question = (await findOpen(tx, owner.id, now)) ?? (await openQuestion(tx, owner.id, now));
  if (report.questionId !== question.id) await updateReport(tx, report.id, { questionId: question.id });
  const proofAt = question.proofAt ?? (report.proofReceivedAt ? now : null);
  const dueAt = dueAtOf({ ...question, proofAt }, await askedBefore(tx, owner.id), now);
  const after = await updateQuestion(tx, question.id, { proofAt, dueAt });
  if (dueAt && dueAt <= now) await ask(tx, services, owner, after, now);
}

/** The open question to an owner. It ends once none of its reports is waiting. */
async function findOpen(tx: Tx, userId: string, now: Date): Promise<OwnerQuestionRow | undefined> {
  const [open] = await tx
    .select()
    .from(ownerQuestions)
    .where(and(eq(ownerQuestions.userId, userId), isNull(ownerQuestions.endedAt)));
  if (!open || (await newestWaiting(tx, open.id))) return open;
  await updateQuestion(tx, open.id, { endedAt: now, dueAt: null });
  return undefined;
}

async function openQuestion(tx: Tx, userId: string, now: Date): Promise<OwnerQuestionRow> {
  const [opened] = await tx.insert(ownerQuestions).values({ userId, openedAt: now }).returning();
  return requireFound(opened);
}

async function updateQuestion(
  tx: Tx,
  id: string,
  changes: Partial<Omit<OwnerQuestionRow, 'id' | 'userId'>>,
): Promise<OwnerQuestionRow> {
  const [after] = await tx.update(ownerQuestions).set(changes).where(eq(ownerQuestions.id, id)).returning();
  return requireFound(after);
}

/** The newest report about which the owner has not answered. */
async function newestWaiting(db: Queryable, questionId: string): Promise<DeathReportRow | undefined> {
  const waits = or(
    inArray(deathReports.state, ['awaiting_proof', 'in_review', 'objection_window']),
    and(
      eq(deathReports.state, 'stopped'),
      notInArray(deathReports.stoppedBy, ['sign_in', 'alive_link', 'printed_code']),
    ),
  );
  const [newest] = await db
    .select()
    .from(deathReports)
    .where(and(eq(deathReports.questionId, questionId), waits))
    .orderBy(desc(deathReports.submittedAt), desc(deathReports.id))
    .limit(1);
  return newest;
}

async function askedBefore(db: Queryable, userId: string): Promise<AskedBefore> {
  const [row] = await db
    .select({
      timesWithoutProof: count(ownerQuestions.askedAt),
      lastWithoutProofAt: max(ownerQuestions.askedAt),
      lastWithProofAt: max(ownerQuestions.askedWithProofAt),
    })
    .from(ownerQuestions)
    .where(eq(ownerQuestions.userId, userId));
  const { timesWithoutProof, lastWithoutProofAt, lastWithProofAt } = requireFound(row);
  const asked = [lastWithoutProofAt, lastWithProofAt].filter((at) => at !== null);
  const lastAt = asked.length > 0 ? new Date(Math.max(...asked.map((at) => at.getTime()))) : null;
  return { timesWithoutProof, lastWithProofAt, lastAt };
}

/** A text message is sent only once there is a proof. */
async function ask(
  tx: Tx,
  services: Services,
  owner: UserRow,
  { id, proofAt }: OwnerQuestionRow,
  now: Date,
): Promise<void> {
  const report = await newestWaiting(tx, id);
  const asked = proofAt ? { askedWithProofAt: now } : { askedAt: now };
  await updateQuestion(tx, id, report ? { ...asked, dueAt: null } : { endedAt: now, dueAt: null });
  if (!report) return;
  await askOwnerLater(tx, services, owner, {
    ...{ report, kind: 'death-report-asked' },
    count: `${id}:${proofAt ? 'proof' : 'report'}`,
    isByMailOnly: !proofAt,
  });
}

/** Sends questions that had to wait because the owner was already asked the same day. */
export async function askDueQuestions(services: Services): Promise<void> {
  const { db, clock, sweeps } = services;
  const isDue = lte(ownerQuestions.dueAt, clock.databaseNow());
  const due = await db
    .select()
    .from(ownerQuestions)
    .where(and(isDue, notInArray(ownerQuestions.id, sweeps.putOff('owner-questions'))))
    .orderBy(ownerQuestions.dueAt, ownerQuestions.id)
    .limit(100);
  await sweeps.each('owner-questions', due, ({ id, userId }) =>
    inTransaction(db, async (tx) => {
      const owner = await lockOwner(tx, userId);
      const [still] = await tx
        .select()
        .from(ownerQuestions)
        .where(and(eq(ownerQuestions.id, id), isDue));
      if (still) await ask(tx, services, owner, still, await readDatabaseTime(tx, clock));
    }),
  );
}

/** The owner, who is locked, has answered: reports from now on lead to another question. */
export async function endQuestion(tx: Tx, services: Services, userId: string): Promise<void> {
  const endedAt = await readDatabaseTime(tx, services.clock);
  await tx
    .update(ownerQuestions)
    .set({ endedAt, dueAt: null })
    .where(and(eq(ownerQuestions.userId, userId), isNull(ownerQuestions.endedAt)));
}
