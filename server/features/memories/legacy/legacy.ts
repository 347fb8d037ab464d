import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { LeftAnswerForm } from '../../../../shared/memories/legacy.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { deleteDraft } from '../memories/drafts/drafts.ts';
import { type MemoryRow, memories } from '../memories/memories.table.ts';
import { type MemoryHooks, writeLetter } from '../memories/memories.ts';
import { type LegacyAnswerRow, legacyAnswers } from './legacy.table.ts';

export { putJournalIn } from './journal-in-letter.ts';

/** An answer, and the letter that it was left as. */
export type ListedAnswer = LegacyAnswerRow & { letterId: string | null };

/** The owner's answers, each with the letter that it was left as. */
export function listAnswersWithLetters(db: Queryable, userId: string): Promise<ListedAnswer[]> {
  return db
    .select({ ...getTableColumns(legacyAnswers), letterId: memories.id })
    .from(legacyAnswers)
    .leftJoin(memories, isLeftAs(userId, legacyAnswers.id))
    .where(eq(legacyAnswers.userId, userId))
    .orderBy(asc(legacyAnswers.questionIndex));
}

/** The letter's upload key is the id of its answer. */
export function isLeftAs(userId: string, answerId: string | typeof legacyAnswers.id) {
  return and(eq(memories.userId, userId), eq(memories.uploadKey, answerId));
}

/**
 * Leaves an answer to somebody as a letter with the question as its title. Repeating this returns the same letter. 404 if
 * the answer is not the owner's, 402 if the plan has no room for a letter, 409 if it was left in different words before.
 */
export async function leaveAnswer(
  services: Services,
  hooks: MemoryHooks,
  userId: string,
  id: string,
  to: LeftAnswerForm,
): Promise<MemoryRow> {
  const [row] = await services.db
    .select()
    .from(legacyAnswers)
    .where(and(eq(legacyAnswers.userId, userId), eq(legacyAnswers.id, id)));
  const { question, answer } = requireFound(row, 'This answer');
  return writeLetter(services, hooks, userId, { uploadKey: id, title: question, content: answer, ...to });
}

/** Deletes an answer and the draft for its question. 404 if it is not the owner's. */
export function deleteAnswer({ db }: Pick<Services, 'db'>, userId: string, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [row] = await tx
      .delete(legacyAnswers)
      .where(and(eq(legacyAnswers.userId, userId), eq(legacyAnswers.id, id)))
      .returning({ questionIndex: legacyAnswers.questionIndex });
    await deleteDraft(tx, userId, `legacy:${requireFound(row, 'This answer').questionIndex}`);
    await announce(tx, userId, ['legacy']);
  });
}
