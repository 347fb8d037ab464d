import { and, eq, type SQL, sql } from 'drizzle-orm';
import { guardianDaysAfterDeath, guardianNoticeDays } from '../../../../../shared/delivery/guardians.ts';
import { sayEndsOn } from '../../../../../shared/people/guardians.ts';
import { readableTimeZone } from '../../../../../shared/time-zones.ts';
import { wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { readAgreedNow } from '../../../../platform/database-time.ts';
import { instantOf } from '../../../../platform/local-time.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { isAwaited } from '../../../outbox/messages/mails/mails.table.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { type GuardianQuestionRow, guardianQuestions } from './guardians.table.ts';

// Whether what a schedule brings to a child waits for their guardian. This is derived each time from the child's record,
// the owner's and the question: nothing has to be undone when the owner takes the say away or corrects a birthday.

export type Guarded = Pick<RecipientRow, 'birthday' | 'guardianId' | 'guardianUntilAge'>;

interface Asked extends Pick<GuardianQuestionRow, 'guardianId' | 'answer' | 'askedAt'> {
  /** After a death: the message with the question has not been sent yet. */
  isUntold: boolean;
}

export interface GuardianFacts {
  child: Guarded | null;
  question: Asked | null;
  owner: { timezone: string; memorialisedAt: Date | null };
}

/** When the day begins, in the owner's time zone, on which the guardian's say ends; null if they have none. */
export function sayEndsAt(child: Guarded, timezone: string): Date | null {
  const localDate = sayEndsOn(child);
  return localDate === null
    ? null
    : instantOf({ localDate, localTime: '00:00', timezone: readableTimeZone(timezone) });
}

/** When it is sent after a death if the guardian, asked at `askedAt`, does not answer. */
export function silenceEndsAt({ askedAt }: Pick<GuardianQuestionRow, 'askedAt'>): Date {
  return wholeDaysAfter(askedAt, guardianDaysAfterDeath);
}

/** `now` is a time on which both clocks agree; while they differ, no period has ended. */
export function waitsForGuardian({ child, question, owner }: GuardianFacts, now: Date | undefined): boolean {
  const endsAt = child && sayEndsAt(child, owner.timezone);
  const isOver = (at: Date) => now !== undefined && now >= at;
  if (!endsAt || isOver(endsAt)) return false;
  const asked = question?.guardianId === child?.guardianId ? question : null;
  if (asked?.answer) return asked.answer === 'not_yet';
  // While the owner lives, silence changes nothing of what they planned.
  if (!owner.memorialisedAt) return false;
  return !asked || asked.isUntold || !isOver(silenceEndsAt(asked));
}

/** The question that a guardian will have been asked by `dueAt`, which is known since `knownSince`, if none was asked yet. */
export function questionBy(
  { child, question }: Pick<GuardianFacts, 'child' | 'question'>,
  { dueAt, knownSince }: { dueAt: Date; knownSince: Date },
): GuardianFacts['question'] {
  const guardianId = child?.guardianId;
  if (!guardianId || question?.guardianId === guardianId) return question;
  const noticed = wholeDaysAfter(dueAt, -guardianNoticeDays);
  return { guardianId, answer: null, askedAt: noticed > knownSince ? noticed : knownSince, isUntold: false };
}

export interface Receiving {
  scheduleId: string;
  recipientId: string;
}

/** Those of these deliveries that wait for a guardian. */
export async function findWaitingForGuardian<Item extends Receiving>(
  db: Queryable,
  { clock }: Pick<Services, 'clock'>,
  items: readonly Item[],
): Promise<Item[]> {
  if (items.length === 0) return [];
  const of = JSON.stringify(items.map(({ scheduleId, recipientId }) => ({ scheduleId, recipientId })));
  const named = sql`json_to_recordset(${of}::json) as named ("scheduleId" uuid, "recipientId" uuid)`;
  const rows = await db
    .select({ ...factColumns, scheduleId: sql<string>`named."scheduleId"`, recipientId: recipients.id })
    .from(named)
    .innerJoin(
      recipients,
      and(eq(recipients.id, sql`named."recipientId"`), sql`${recipients.guardianId} is not null`),
    )
    .innerJoin(users, eq(users.id, recipients.userId))
    .leftJoin(
      guardianQuestions,
      and(
        eq(guardianQuestions.scheduleId, sql`named."scheduleId"`),
        eq(guardianQuestions.recipientId, recipients.id),
      ),
    );
  if (rows.length === 0) return [];
  const now = await readAgreedNow(db, clock);
  const keyOf = ({ scheduleId, recipientId }: Receiving) => `${scheduleId} ${recipientId}`;
  const waiting = new Set(rows.filter((row) => waitsForGuardian(row, now)).map(keyOf));
  return items.filter((item) => waiting.has(keyOf(item)));
}

/** SQL: whether a message, which names one of a day's moments, is about the same day as a question. */
export const isAskedBy = (dueAt: SQL) =>
  sql`abs(extract(epoch from guardian_questions.due_at - ${dueAt}::timestamptz)) < ${sql.raw(String(24 * 60 * 60))}`;

const isUntold = sql<boolean>`case
  when guardian_questions.schedule_id is null or guardian_questions.answer is not null or ${users.memorialisedAt} is null then false
  else exists (
    select 1 from outbox_mails
    join guardian_links on guardian_links.id = outbox_mails.subject_id
      and guardian_links.recipient_id = guardian_questions.recipient_id
      and guardian_links.guardian_id = guardian_questions.guardian_id
    where outbox_mails.user_id = guardian_questions.user_id and outbox_mails.kind = 'guardian-asked'
      and ${isAskedBy(sql`(outbox_mails.details ->> 'dueAt')`)}
      and ${isAwaited(sql.raw(`(guardian_questions.asked_at + interval '${guardianDaysAfterDeath * 24} hours')`))}) end`;

export const factColumns = {
  child: {
    birthday: recipients.birthday,
    guardianId: recipients.guardianId,
    guardianUntilAge: recipients.guardianUntilAge,
  },
  question: {
    guardianId: guardianQuestions.guardianId,
    answer: guardianQuestions.answer,
    askedAt: guardianQuestions.askedAt,
    isUntold,
  },
  owner: { timezone: users.timezone, memorialisedAt: users.memorialisedAt },
};
