import { and, eq, exists, inArray, type SQL } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { agreedNow } from '../../../../platform/database-time.ts';
import { isAwaited, isWaiting, outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { deathReports } from './death-reports.table.ts';

const isQuestion = and(
  eq(outboxMails.userId, deathReports.userId),
  eq(outboxMails.kind, 'death-report-objection'),
  eq(outboxMails.subjectId, deathReports.id),
);

/** Whether a message of the report is still to be sent, so that it cannot have been answered yet. */
export function waitsForMail({ db, clock }: Pick<Services, 'db' | 'clock'>): SQL {
  const awaited = and(isQuestion, isAwaited(deathReports.objectionEndsAt, agreedNow(clock)));
  return exists(db.select({ id: outboxMails.id }).from(outboxMails).where(awaited));
}

export async function findUnsentQuestions(db: Queryable, reportIds: string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: deathReports.id })
    .from(deathReports)
    .innerJoin(outboxMails, and(isQuestion, isWaiting))
    .where(inArray(deathReports.id, reportIds));
  return rows.map(({ id }) => id);
}
