import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { agreedNow } from '../../../../platform/database-time.ts';
import { isWaiting, outboxMails } from '../../../outbox/mails/mails.table.ts';
import { deathReports } from './death-reports.table.ts';

/**
 * How long after its end a window waits for a mailbox that accepts nothing, such as a full one, and for text messages whatever goes wrong
 * with them: they are sent in addition to the mails.
 */
const patienceHours = 48;

const isUnsentQuestion = and(
  eq(outboxMails.userId, deathReports.userId),
  eq(outboxMails.kind, 'death-report-objection'),
  eq(outboxMails.subjectId, deathReports.id),
  isWaiting,
);

/** Whether a report still waits for a message to be sent, which cannot have been answered yet. */
export function waitsForMail({ db, clock }: Pick<Services, 'db' | 'clock'>): SQL {
  const patienceEndsAt = sql`${deathReports.objectionEndsAt} + make_interval(hours => ${patienceHours})`;
  const isGivenUp = sql`((${outboxMails.lastFault} = 'mailbox' or ${outboxMails.channel} = 'text')
    and ${outboxMails.lastAttemptAt} >= ${patienceEndsAt} and ${agreedNow(clock)} >= ${patienceEndsAt})`;
  const awaited = and(isUnsentQuestion, sql`${isGivenUp} is not true`);
  return exists(db.select({ id: outboxMails.id }).from(outboxMails).where(awaited));
}

export async function findUnsentQuestions(db: Queryable, reportIds: string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: deathReports.id })
    .from(deathReports)
    .innerJoin(outboxMails, isUnsentQuestion)
    .where(inArray(deathReports.id, reportIds));
  return rows.map(({ id }) => id);
}
