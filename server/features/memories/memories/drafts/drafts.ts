import { and, asc, count, eq, inArray, like, or, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { noDraftVersion } from '../../../../../shared/memories/draft-versions.ts';
import {
  type Draft,
  type DraftForm,
  type DraftName,
  maxDrafts,
} from '../../../../../shared/memories/drafts.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { newRequestId } from '../../../../platform/ids.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { memories } from '../memories.table.ts';
import { type DraftRow, drafts } from './drafts.table.ts';

type Deps = Pick<Services, 'db' | 'clock'>;

/** `refused` is the present draft, which the request did not know about; null if it is gone. */
type Written = { saved: DraftRow } | { refused: DraftRow | null };

export function toDraft({ key, content, version, device, updatedAt }: DraftRow): z.output<typeof Draft> {
  const [kind = key, id = null] = key.split('/');
  return { kind, id, content, version, device, updatedAt };
}

export function listDrafts(db: Queryable, userId: string): Promise<DraftRow[]> {
  return db.select().from(drafts).where(eq(drafts.userId, userId)).orderBy(asc(drafts.key));
}

/** Throws 404 if there is no such draft. */
export async function loadDraft(db: Queryable, userId: string, name: DraftName): Promise<DraftRow> {
  return requireFound(await findDraft(db, userId, name), 'This draft');
}

/**
 * Replaces the previous version, unless the form is not based on it. Throws 404 for changes to a memory that is
 * not there, 409 if the owner has too many drafts.
 */
export function saveDraft(
  { db, clock }: Deps,
  userId: string,
  name: DraftName,
  { content, basedOn, version = newRequestId() }: DraftForm,
  device: string | null,
): Promise<Written> {
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, userId);
    await requireMemory(tx, userId, name);
    const before = await findDraft(tx, userId, name);
    if (before && before.version === version) return { saved: before };
    if (!mayReplace(before, basedOn)) return { refused: before ?? null };
    if (!before) await requireRoom(tx, userId);
    const changes = { content, version, device, updatedAt: clock.now() };
    const [row] = await tx
      .insert(drafts)
      .values({ userId, key: keyOf(name), ...changes })
      .onConflictDoUpdate({ target: [drafts.userId, drafts.key], set: changes })
      .returning();
    return { saved: requireFound(row) };
  });
}

/** A tab in which somebody still types must not bring back what was deleted with the memory. Waits for a deletion under way. */
async function requireMemory(tx: Tx, userId: string, { kind }: DraftName): Promise<void> {
  const [, id] = kind.split('memory:');
  if (id === undefined) return;
  const mine = and(eq(memories.userId, userId), eq(memories.id, id));
  const [memory] = await tx.select({ id: memories.id }).from(memories).where(mine).for('key share');
  if (memory) return;
  throw new AppError(
    'not_found',
    'This memory is no longer there, so changes to it cannot be kept. What you typed stays on this page: copy what you need into a new one.',
  );
}

/** Keeps texts beside any drafts of the same kind. 409 if the owner, who is locked, has too many drafts. */
export async function keepBeside(
  tx: Tx,
  userId: string,
  kind: string,
  content: DraftForm['content'],
  updatedAt: Date,
): Promise<void> {
  await requireRoom(tx, userId);
  const key = keyOf({ kind, id: newRequestId() });
  await tx.insert(drafts).values({ userId, key, content, version: newRequestId(), device: null, updatedAt });
}

/**
 * Runs after any save in progress, since a page sends both at once when it is left. Keeps what another sheet
 * has written since. Deleting twice does no harm.
 */
export function discardDraft(
  { db }: Pick<Services, 'db'>,
  userId: string,
  name: DraftName,
  versions: string[] | undefined,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, userId);
    const isMeant = versions && inArray(drafts.version, versions);
    await tx.delete(drafts).where(own(userId, and(eq(drafts.key, keyOf(name)), isMeant)));
  });
}

/**
 * Deletes the draft of something that has been finally saved, if it was written as one of `versions`. Without
 * them, as pages of version 1.0 save, the draft stored under this kind.
 */
export async function deleteDraft(
  db: Queryable,
  userId: string,
  kind: string,
  versions?: string[],
): Promise<void> {
  const isMeant = versions
    ? and(isAbout(kind), inArray(drafts.version, versions))
    : eq(drafts.key, keyOf({ kind }));
  await db.delete(drafts).where(own(userId, isMeant));
}

/** Deletes all drafts of something that no longer exists. */
export async function deleteDraftsAbout(db: Queryable, userId: string, kind: string): Promise<void> {
  await db.delete(drafts).where(own(userId, isAbout(kind)));
}

/** A sheet that does not say what it is based on may overwrite everything. */
function mayReplace(before: DraftRow | undefined, basedOn: DraftForm['basedOn']): boolean {
  return basedOn === undefined || basedOn.includes(before?.version ?? noDraftVersion);
}

async function findDraft(db: Queryable, userId: string, name: DraftName): Promise<DraftRow | undefined> {
  const [row] = await db
    .select()
    .from(drafts)
    .where(own(userId, eq(drafts.key, keyOf(name))));
  return row;
}

function keyOf({ kind, id }: DraftName): string {
  return id === undefined ? kind : `${kind}/${id.toLowerCase()}`;
}

function own(userId: string, which: SQL | undefined) {
  return and(eq(drafts.userId, userId), which);
}

function isAbout(kind: string) {
  return or(eq(drafts.key, kind), like(drafts.key, `${kind}/%`));
}

/** The caller has locked the owner. */
async function requireRoom(tx: Tx, userId: string): Promise<void> {
  const [drafted] = await tx.select({ total: count() }).from(drafts).where(eq(drafts.userId, userId));
  if (requireFound(drafted).total < maxDrafts) return;
  throw new AppError(
    'conflict',
    `You have ${maxDrafts} drafts, which is as many as we can keep. Please finish one first.`,
  );
}
