import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import { isPlayed } from '../../../../shared/memory-types.ts';
import { checkMemory, checkRecording, convertRecording } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { type MemoryRow, memories } from './memories.table.ts';

type Subject = Pick<MemoryRow, 'id' | 'userId' | 'revision' | 'type'>;
type EnqueueServices = Pick<Services, 'jobs'>;

/** Enqueues the check of a revision that has a file. */
export async function checkLater(tx: Tx, services: EnqueueServices, memory: Subject): Promise<void> {
  const { id: memoryId, revision } = memory;
  if (isPlayed(memory.type)) await enqueueFairly(tx, services, checkRecording, memory);
  else await services.jobs.enqueue(tx, checkMemory, [{ memoryId, revision }]);
}

/** Enqueues the conversion of a recording that some browsers cannot play. */
export function convertLater(tx: Tx, services: EnqueueServices, memory: Subject): Promise<void> {
  return enqueueFairly(tx, services, convertRecording, memory);
}

/** The more videos and sound recordings of an owner are waiting, the later their next one comes: everybody's first goes before anybody's second. */
async function enqueueFairly(
  tx: Tx,
  { jobs }: EnqueueServices,
  job: typeof checkRecording | typeof convertRecording,
  { id: memoryId, userId: ownerId, revision }: Subject,
): Promise<void> {
  const [waiting] = await tx
    .select({ count: count() })
    .from(memories)
    .where(
      and(
        eq(memories.userId, ownerId),
        inArray(memories.type, ['video', 'audio']),
        isNull(memories.displayKey),
        isNull(memories.heldReason),
      ),
    );
  await jobs.enqueue(tx, job, [{ memoryId, revision, ownerId }], { priorities: [-(waiting?.count ?? 0)] });
}
