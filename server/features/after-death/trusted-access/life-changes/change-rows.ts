import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { holdingKinds } from '../../../../../shared/after-death/life-changes.ts';
import type { LifeChangeState } from '../../../../../shared/after-death/staff-life-changes.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { found } from '../../../../platform/errors.ts';
import type { SealedColumn } from '../../../../platform/reseal.ts';
import { type SealedFor, seal, unseal } from '../../../../platform/sealed.ts';
import { type LifeChangeRow, lifeChanges } from './life-changes.table.ts';

export function stateOf({ endedAt, confirmedAt, answeredAt }: LifeChangeRow): LifeChangeState {
  if (endedAt) return 'ended';
  if (confirmedAt) return 'confirmed';
  return answeredAt ? 'answered' : 'open';
}

export function isHolding({ kind, endedAt }: Pick<LifeChangeRow, 'kind' | 'endedAt'>): boolean {
  return endedAt === null && holdingKinds.some((each) => each === kind);
}

type Secret = Pick<Services, 'appSecret'>;

const sealOf = (changeId: string, column: 'note' | 'staffNote'): SealedFor => ({
  purpose: 'life-change',
  subject: `${changeId}:${column}`,
});

export const lifeChangeWords = (['note', 'staffNote'] as const).map(
  (column): SealedColumn => ({
    name: `${column} of changes in somebody's life`,
    table: lifeChanges,
    id: lifeChanges.id,
    column: lifeChanges[column],
    sealedFor: (id) => sealOf(id, column),
  }),
);

export function sealWords(
  { appSecret }: Secret,
  changeId: string,
  column: 'note' | 'staffNote',
  words: string | null | undefined,
): string | null {
  return words ? seal(appSecret, sealOf(changeId, column), words) : null;
}

export function wordsOf(
  { appSecret }: Secret,
  row: Pick<LifeChangeRow, 'id' | 'note' | 'staffNote'>,
  column: 'note' | 'staffNote',
): string | null {
  const sealed = row[column];
  return sealed && unseal(appSecret, sealOf(row.id, column), sealed);
}

/** 404 if there is none. */
export async function findChange(db: Queryable, id: string): Promise<LifeChangeRow> {
  const [row] = await db.select().from(lifeChanges).where(eq(lifeChanges.id, id));
  return found(row, 'This entry');
}

/** What has not ended of these people, oldest first. */
export function listUnended(db: Queryable, recipientIds: readonly string[]): Promise<LifeChangeRow[]> {
  return db
    .select()
    .from(lifeChanges)
    .where(and(inArray(lifeChanges.recipientId, [...recipientIds]), isNull(lifeChanges.endedAt)))
    .orderBy(asc(lifeChanges.createdAt), asc(lifeChanges.id));
}

/** Which of these people staff have found to have died. */
export async function findDeceased(db: Queryable, userId: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: lifeChanges.recipientId })
    .from(lifeChanges)
    .where(
      and(eq(lifeChanges.userId, userId), isNotNull(lifeChanges.confirmedAt), isNull(lifeChanges.endedAt)),
    );
  return new Set(rows.map(({ id }) => id));
}
