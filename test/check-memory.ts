import { eq } from 'drizzle-orm';
import {
  checkMemory as checkWith,
  convertRecording,
} from '../server/features/memories/memories/check-memory.ts';
import { memories } from '../server/features/memories/memories/memories.table.ts';
import type { Services } from '../server/platform/context.ts';
import { memoryHooks } from '../server/wiring.ts';

/** Does what a memory's jobs do, for tests in which no worker runs. */
export async function checkMemory(
  services: Services,
  which: { memoryId: string; revision: number },
): Promise<void> {
  await checkWith(services, memoryHooks, which);
  const [memory] = await services.db.select().from(memories).where(eq(memories.id, which.memoryId));
  if (memory?.isApproved) await convertRecording(services, which);
}
