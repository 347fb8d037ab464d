import { and, asc, count, eq } from 'drizzle-orm';
import { type Draft, maxDrafts } from '../../../../shared/memories/drafts.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { AppError, requireFound } from '../../../platform/errors.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { type DraftRow, drafts } from './drafts.table.ts';

export function listDrafts(db: Queryable, userId: string): Promise<DraftRow[]> {
  return db.select().from(drafts).where(eq(drafts.userId, userId)).orderBy(asc(drafts.kind));
}

/** Throws 404 when there is no draft of this kind. */
export async function loadDraft(db: Queryable, userId: string, kind: string): Promise<DraftRow> {
  const [row] = await db.select().from(drafts).where(ownDraft(userId, kind));
  return requireFound(row, 'This draft');
}

/** Replaces the previous draft of this kind. Throws 409 when the owner has too many drafts. */
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
    return requireFound(row);
  });
}

/** After whatever is still being saved: a page sends both at once when it is left. */
export function discardDraft({ db }: Pick<Services, 'db'>, userId: string, kind: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, userId);
    await deleteDraft(tx, userId, kind);
  });
}

/** Does nothing when there is no draft of this kind. */
export async function deleteDraft(db: Queryable, userId: string, kind: string): Promise<void> {
  await db.delete(drafts).where(ownDraft(userId, kind));
}

function ownDraft(userId: string, kind: string) {
  return and(eq(drafts.userId, userId), eq(drafts.kind, kind));
}

/** Called under the owner's lock. Saving over an existing draft is always allowed. */
async function requireRoom(tx: Tx, userId: string, kind: string): Promise<void> {
  const [existing] = await tx.select({ kind: drafts.kind }).from(drafts).where(ownDraft(userId, kind));
  if (existing) return;
  const [drafted] = await tx.select({ total: count() }).from(drafts).where(eq(drafts.userId, userId));
  if (requireFound(drafted).total < maxDrafts) return;
  throw new AppError(
    'conflict',
    `You have ${maxDrafts} drafts, which is as many as we can keep. Please finish one first.`,
  );
}
