import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { LegacyAnswerForm } from '../../../../shared/memories/legacy.ts';
import { legacyQuestions } from '../../../../shared/memories/questions.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { found } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { deleteDraft } from '../drafts/drafts.ts';
import { type LegacyAnswerRow, legacyAnswers } from './legacy.table.ts';

type SavedAnswer = LegacyAnswerRow & {
  /** The question had no answer before. */
  isFirst: boolean;
};

/** The owner's answers, in the order of the questions. */
export function listAnswers(db: Queryable, userId: string): Promise<LegacyAnswerRow[]> {
  return db
    .select()
    .from(legacyAnswers)
    .where(eq(legacyAnswers.userId, userId))
    .orderBy(asc(legacyAnswers.questionIndex));
}

/** Replaces the previous answer and deletes its draft. The last write wins. */
export function saveAnswer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
  { questionIndex, answer }: LegacyAnswerForm,
): Promise<SavedAnswer> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const question = found(legacyQuestions[questionIndex]).text;
    const [row] = await tx
      .insert(legacyAnswers)
      .values({ userId, questionIndex, question, answer, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: [legacyAnswers.userId, legacyAnswers.questionIndex],
        set: { question, answer, updatedAt: now },
      })
      // PostgreSQL leaves xmax at 0 for an inserted row, and sets it for an updated one.
      .returning({ ...getTableColumns(legacyAnswers), isFirst: sql<boolean>`xmax = 0` });
    await deleteDraft(tx, userId, `legacy:${questionIndex}`);
    await announce(tx, userId, ['legacy']);
    return found(row);
  });
}

/** Deletes an answer and the draft of its question. 404 when it is not the owner's. */
export function deleteAnswer({ db }: Pick<Services, 'db'>, userId: string, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [row] = await tx
      .delete(legacyAnswers)
      .where(and(eq(legacyAnswers.userId, userId), eq(legacyAnswers.id, id)))
      .returning({ questionIndex: legacyAnswers.questionIndex });
    await deleteDraft(tx, userId, `legacy:${found(row, 'This answer').questionIndex}`);
    await announce(tx, userId, ['legacy']);
  });
}
