import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { type LegacyAnswerRow, legacyAnswers } from './legacy.table.ts';

/** The owner's answers, in the order of the questions. */
export function listAnswers(db: Queryable, userId: string): Promise<LegacyAnswerRow[]> {
  return db
    .select()
    .from(legacyAnswers)
    .where(eq(legacyAnswers.userId, userId))
    .orderBy(asc(legacyAnswers.questionIndex));
}
