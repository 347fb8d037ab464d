import { and, desc, eq, gt, inArray, max, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { openingMinutes } from '../../../../shared/memories/memory-limits.ts';
import type { OpenedMemory } from '../../../../shared/memories/staff-memories.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { AppError, requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { record } from '../../system/audit/audit.ts';
import { isStillShown } from './delete-on-death.ts';
import { type MemoryRow, memories, memoryOpenings } from './memories.table.ts';

/** Until when a member of staff may look at each of these memories; omits those they may not look at. */
export async function openedBy(
  db: Queryable,
  now: Date,
  staffId: string,
  memoryIds: readonly string[],
): Promise<Map<string, Date>> {
  if (memoryIds.length === 0) return new Map();
  const rows = await selectOpen(db, now, staffId, inArray(memories.id, [...memoryIds]));
  return new Map(rows.flatMap(({ id, openUntil }) => (openUntil ? [[id, openUntil]] : [])));
}

/** Who opens a memory, and why. */
export interface Opening {
  /** The id of the member of staff. */
  actor: string;
  reason: string;
}

/** Lets a member of staff look at the current revision of a memory for a while; its owner sees that they did. The memory is locked. */
export async function recordOpening(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { id: memoryId, userId, revision }: MemoryRow,
  { actor, reason }: Opening,
): Promise<void> {
  const openedAt = clock.now();
  const expiresAt = minutesAfter(openedAt, openingMinutes);
  await tx
    .insert(memoryOpenings)
    .values({ memoryId, revision, userId, openedBy: actor, reason, openedAt, expiresAt });
  await record(tx, openedAt, {
    action: 'memory.opened-by-staff',
    actor,
    userId,
    subjectId: memoryId,
    reason,
    details: { revision, minutes: openingMinutes },
  });
  await announce(tx, userId, ['memories']);
}

/** For a memory that is to be printed or copied for posting. 404 for an unknown one, 409 for one's own. */
export async function openForPosting(
  tx: Tx,
  services: Services,
  memoryId: string,
  opening: Opening,
): Promise<void> {
  await recordOpening(tx, services, await lockForStaff(tx, memoryId, opening.actor), opening);
}

/** A memory that a member of staff is about to act on. 404 for an unknown one, 409 for their own. */
export async function lockForStaff(tx: Tx, memoryId: string, actor: string): Promise<MemoryRow> {
  const [row] = await tx
    .select()
    .from(memories)
    .where(and(eq(memories.id, memoryId), isStillShown))
    .for('update');
  const memory = requireFound(row, 'This memory');
  if (memory.userId === actor)
    throw new AppError('conflict', 'This is your own memory. A colleague has to look at it.');
  return memory;
}

/** Whether any member of staff has opened this memory in its present revision. */
export async function wasOpenedAsItIs(db: Queryable, memoryId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: memoryOpenings.id })
    .from(memoryOpenings)
    .innerJoin(
      memories,
      and(eq(memories.id, memoryOpenings.memoryId), eq(memories.revision, memoryOpenings.revision)),
    )
    .where(eq(memories.id, memoryId))
    .limit(1);
  return row !== undefined;
}

interface Opened {
  memory: MemoryRow;
  openUntil: Date;
}

/** A memory that a member of staff has opened, for as long as that lasts. 404 for an unknown one, 403 for one that is not open. */
export async function loadOpened(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  staffId: string,
  memoryId: string,
): Promise<Opened> {
  const [row] = await db
    .select()
    .from(memories)
    .where(and(eq(memories.id, memoryId), isStillShown));
  const memory = requireFound(row, 'This memory');
  const openUntil = (await openedBy(db, clock.now(), staffId, [memoryId])).get(memoryId);
  if (!openUntil) throw new AppError('forbidden', 'Please say first why you open this');
  return { memory, openUntil };
}

export function toOpened({ memory, openUntil }: Opened): z.output<typeof OpenedMemory> {
  const url = `/api/admin/memories/${memory.id}`;
  const version = `?v=${memory.revision}`;
  const fileUrl = memory.fileKey ? `${url}/file${version}` : null;
  return {
    content: memory.content,
    fileUrl,
    displayUrl: memory.displayKey ? `${url}/display${version}` : fileUrl,
    openUntil,
  };
}

type SeenOpening = z.output<typeof Memory>['openings'][number];

/** What their owner sees about the openings of these memories, newest first. */
export async function openingsOf(
  db: Queryable,
  memoryIds: readonly string[],
): Promise<Map<string, SeenOpening[]>> {
  if (memoryIds.length === 0) return new Map();
  const { memoryId, openedAt, reason } = memoryOpenings;
  const rows = await db
    .select({ memoryId, openedAt, reason })
    .from(memoryOpenings)
    .where(inArray(memoryId, [...memoryIds]))
    .orderBy(desc(openedAt));
  return Map.groupBy(rows, (row) => row.memoryId);
}

/** An opening is for one revision: anything its owner puts in its place stays closed. */
function selectOpen(db: Queryable, now: Date, staffId: string, which: SQL) {
  return db
    .select({ id: memories.id, openUntil: max(memoryOpenings.expiresAt) })
    .from(memoryOpenings)
    .innerJoin(
      memories,
      and(eq(memories.id, memoryOpenings.memoryId), eq(memories.revision, memoryOpenings.revision)),
    )
    .where(and(which, eq(memoryOpenings.openedBy, staffId), gt(memoryOpenings.expiresAt, now)))
    .groupBy(memories.id);
}
