import { createHash } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { isDatabaseUnavailable } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { memories } from '../memories/memories.table.ts';
import { holdForJournal, type MemoryHooks, putJournalFile } from '../memories/memories.ts';
import { listAnswers, writeLegacyBook } from './book.ts';
import type { LegacyAnswerRow } from './legacy.table.ts';

/**
 * Updates the book in a letter to the present journal, before the letter is delivered. Throws if it may work
 * later; if a book cannot be made, the letter waits for staff.
 */
export async function putJournalIn(
  services: Services,
  hooks: Pick<MemoryHooks, 'beforeChange'>,
  memoryId: string,
  writeBook = writeLegacyBook,
): Promise<void> {
  const { db, log } = services;
  const [row] = await db
    .select({ memory: memories, owner: users })
    .from(memories)
    .innerJoin(users, eq(users.id, memories.userId))
    .where(and(eq(memories.id, memoryId), isNotNull(memories.journalSince)));
  if (!row?.memory.isApproved) return;
  const { memory, owner } = row;
  const answers = await listAnswers(db, owner.id);
  const state = stateOf(owner, answers);
  if (memory.journalState === state) return;
  let book: Buffer | undefined;
  try {
    if (answers.length > 0) book = await writeBook(services, owner);
  } catch (error) {
    if (error instanceof AppError || isDatabaseUnavailable(error)) throw error;
    log.error({ err: error, memoryId }, 'a journal could not be made into a book; its letter is held');
    return holdForJournal(services, hooks, memory, state);
  }
  await putJournalFile(services, hooks, memory, { book, state });
}

/** Stays the same as long as the book would read the same. */
function stateOf({ firstName, lastName, timezone }: UserRow, answers: readonly LegacyAnswerRow[]): string {
  const said = answers.map(({ questionIndex, question, answer }) => [questionIndex, question, answer]);
  return createHash('sha256')
    .update(JSON.stringify([firstName, lastName, timezone, said]))
    .digest('hex');
}
