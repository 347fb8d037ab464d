import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { LegacyAnswer, type LegacyAnswerForm } from '../../../../shared/memories/legacy.ts';
import { legacyQuestions } from '../../../../shared/memories/questions.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { requireFound, requireVersion } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { deleteDraft, keepBeside } from '../memories/drafts/drafts.ts';
import { memories } from '../memories/memories.table.ts';
import { type LegacyAnswerRow, legacyAnswers } from './legacy.table.ts';
import { isLeftAs, type ListedAnswer } from './legacy.ts';

/**
 * An answer begins at a random one of this many versions, so that a device that still shows a removed answer does not take
 * one written later for it.
 */
const firstVersions = 2 ** 30;

type SavedAnswer = ListedAnswer & {
  /** The question had not been answered before. */
  isFirst: boolean;
};

/**
 * Replaces the previous answer and deletes its draft. 409, with the answer as it is now, if that is not the version that was
 * read. A page from before there were versions sends none: its words stay as a draft.
 */
export function saveAnswer(
  { db, clock, random }: Pick<Services, 'db' | 'clock' | 'random'>,
  userId: string,
  { questionIndex, answer, version, draftVersions }: LegacyAnswerForm,
): Promise<SavedAnswer> {
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, userId);
    const before = await findAnswer(tx, userId, questionIndex);
    const isChange = before?.answer !== answer;
    if (before) await requireVersion(version, before, isChange, () => encodeAnswer(tx, before));
    const now = clock.now();
    const firstVersion = 1 + Math.floor(random.fraction() * firstVersions);
    const row = await writeAnswer(tx, { userId, questionIndex, answer, firstVersion, isChange, now });
    const kind = `legacy:${questionIndex}`;
    await deleteDraft(tx, userId, kind, draftVersions);
    if (before && isChange && version === undefined)
      await keepBeside(tx, userId, kind, { answer: before.answer, version: String(row.version) }, now);
    await announce(tx, userId, ['legacy']);
    return { ...(await withLetter(tx, row)), isFirst: before === undefined };
  });
}

async function findAnswer(
  tx: Tx,
  userId: string,
  questionIndex: number,
): Promise<LegacyAnswerRow | undefined> {
  const isIt = and(eq(legacyAnswers.userId, userId), eq(legacyAnswers.questionIndex, questionIndex));
  const [row] = await tx.select().from(legacyAnswers).where(isIt).for('update');
  return row;
}

interface Written extends Pick<LegacyAnswerRow, 'userId' | 'questionIndex' | 'answer'> {
  firstVersion: number;
  isChange: boolean;
  now: Date;
}

async function writeAnswer(
  tx: Tx,
  { firstVersion, isChange, now, ...written }: Written,
): Promise<LegacyAnswerRow> {
  const question = requireFound(legacyQuestions[written.questionIndex]).text;
  const [row] = await tx
    .insert(legacyAnswers)
    .values({ ...written, question, version: firstVersion, createdAt: now, updatedAt: now })
    // Also if a process of the version before, which does not lock the owner, has just inserted one.
    .onConflictDoUpdate({
      target: [legacyAnswers.userId, legacyAnswers.questionIndex],
      set: {
        ...{ question, answer: written.answer, updatedAt: now },
        version: sql`${legacyAnswers.version} + ${Number(isChange)}`,
      },
    })
    .returning();
  return requireFound(row);
}

async function withLetter(tx: Tx, row: LegacyAnswerRow): Promise<ListedAnswer> {
  const [letter] = await tx.select({ id: memories.id }).from(memories).where(isLeftAs(row.userId, row.id));
  return { ...row, letterId: letter?.id ?? null };
}

async function encodeAnswer(tx: Tx, row: LegacyAnswerRow): Promise<unknown> {
  return z.encode(LegacyAnswer, await withLetter(tx, row));
}
