import { type AnyColumn, and, asc, eq, inArray, isNotNull, isNull, lt, ne, type SQL } from 'drizzle-orm';
import type { MemoryType } from '../../../../shared/memories/memories.ts';
import { checkMemory, checkRecording, convertRecording } from '../../../job-list.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { requeueLost } from '../../../platform/jobs.ts';
import { isFfmpegInstalled } from '../../../platform/media.ts';
import { idsOf } from '../../../platform/sweeps.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { unchecked } from './approval.ts';
import { needsFfmpeg } from './check-recording.ts';
import { memories } from './memories.table.ts';

const overdueMinutes = 5;
const batchSize = 200;
const revisionColumns = { memoryId: memories.id, revision: memories.revision, ownerId: memories.userId };

/**
 * Enqueues the check of memories that have waited too long: their job was lost with the queue, or gave up
 * while the malware scanner was down.
 */
export async function recheckMemories(services: Services): Promise<number> {
  const requeued = [
    // Letters are now approved when they are written; older ones may still wait.
    await requeueLost(services, checkMemory, findOverdue(services, ['photo', 'letter'])),
    await requeueLost(services, checkRecording, findOverdue(services, ['video', 'audio'])),
  ];
  return requeued.reduce((sum, count) => sum + count);
}

/**
 * After the whole queue was lost: enqueues drawing or converting for approved memories that pages cannot show
 * yet. Not run by a timer, which would retry one that cannot be converted for ever.
 */
export function requeueConversions(services: Services): Promise<number> {
  const isUnshown = and(
    eq(memories.isApproved, true),
    ne(memories.type, 'letter'),
    isNotNull(memories.fileKey),
    isNull(memories.displayKey),
  );
  return requeueLost(services, convertRecording, (db, isLost) =>
    db
      .select(revisionColumns)
      .from(memories)
      .where(and(isUnshown, isLost(memories.id)))
      .orderBy(asc(memories.createdAt)),
  );
}

/** Before packets were read without ffmpeg, every video and sound recording was held with this sentence if ffmpeg was missing. */
const heldForWantOfFfmpeg = 'Films and sound cannot be checked by machine here, so a person will look at it.';

/** Called when a worker starts: what could not be checked before, and can be now, is checked with the next sweep. */
export async function recheckHeldForWantOfFfmpeg({ db, sweeps }: Services): Promise<void> {
  const reasons = [heldForWantOfFfmpeg, ...((await isFfmpegInstalled()) ? [needsFfmpeg] : [])];
  const isHeldForIt = and(inArray(memories.heldReason, reasons), inArray(memories.type, ['video', 'audio']));
  const held = await db.select({ id: memories.id }).from(memories).where(isHeldForIt);
  await sweeps.together('held-for-want-of-ffmpeg', held, (some) =>
    inTransaction(db, async (tx) => {
      // The revision stays, since the file does; `checkedAt` tells staff who saw the former findings that there is a new check.
      const again = await tx
        .update(memories)
        .set(unchecked)
        .where(and(isHeldForIt, inArray(memories.id, idsOf(some))))
        .returning({ id: memories.id });
      if (again.length > 0) await announceToStaff(tx);
    }),
  );
}

function findOverdue({ clock }: Services, types: MemoryType[]) {
  const isOverdue = lt(memories.updatedAt, minutesAfter(clock.now(), -overdueMinutes));
  return (db: Queryable, isLost: (id: AnyColumn) => SQL) =>
    db
      .select(revisionColumns)
      .from(memories)
      .where(and(isNull(memories.checkedAt), inArray(memories.type, types), isOverdue, isLost(memories.id)))
      .orderBy(asc(memories.createdAt))
      .limit(batchSize);
}
