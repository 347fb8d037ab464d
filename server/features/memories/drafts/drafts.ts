import { and, asc, count, eq } from 'drizzle-orm';
import { type Draft, draftsAtMost } from '../../../../shared/memories/drafts.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { lockOwner } from '../../accounts/accounts/accounts.ts';
import { type DraftRow, drafts } from './drafts.table.ts';

/** Everything the owner has begun and not finished. */
export function listDrafts(db: Queryable, userId: string): Promise<DraftRow[]> {
  return db.select().from(drafts).where(eq(drafts.userId, userId)).orderBy(asc(drafts.kind));
}

/** 404 when nothing of this kind was begun. */
export async function loadDraft(db: Queryable, userId: string, kind: string): Promise<DraftRow> {
  const [row] = await db.select().from(drafts).where(ownDraft(userId, kind));
  return found(row, 'This draft');
}

/** Keeps what is written so far in place of what was kept before. 409 when too much is begun at once. */
export function saveDraft(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
  kind: string,
  content: Draft['content'],
): Promise<DraftRow> {
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, userId);
    await requireRoom(tx, userId, kind);
    const updatedAt = clock.now();
    const [row] = await tx
      .insert(drafts)
      .values({ userId, kind, content, updatedAt })
      .onConflictDoUpdate({ target: [drafts.userId, drafts.kind], set: { content, updatedAt } })
      .returning();
    return found(row);
  });
}

/** Forgets a draft, whether there was one or not. */
export async function deleteDraft(tx: Queryable, userId: string, kind: string): Promise<void> {
  await tx.delete(drafts).where(ownDraft(userId, kind));
}

function ownDraft(userId: string, kind: string) {
  return and(eq(drafts.userId, userId), eq(drafts.kind, kind));
}

/** Counted under the owner's lock; a draft that is kept already needs no room. */
async function requireRoom(tx: Tx, userId: string, kind: string): Promise<void> {
  const [known] = await tx.select({ kind: drafts.kind }).from(drafts).where(ownDraft(userId, kind));
  if (known) return;
  const [begun] = await tx.select({ texts: count() }).from(drafts).where(eq(drafts.userId, userId));
  if (found(begun).texts < draftsAtMost) return;
  throw new AppError(
    'conflict',
    `You have begun ${draftsAtMost} texts, which is all we can keep. Please finish one first.`,
  );
}
