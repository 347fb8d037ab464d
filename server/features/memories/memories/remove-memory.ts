import { eq } from 'drizzle-orm';
import type { GivenChoice } from '../../../../shared/given-choice.ts';
import { eraseFiles } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { deleteDraftsAbout } from './drafts/drafts.ts';
import { type MemoryRow, memories } from './memories.table.ts';
import type { MemoryHooks } from './memory-hooks.ts';
import { storedKeys } from './memory-versions.ts';

/** Deletes the row of a locked memory and what was begun to be changed in it, and has its files erased. */
export async function removeMemory(
  tx: Tx,
  services: Services,
  hooks: MemoryHooks,
  memory: MemoryRow,
  received: GivenChoice,
): Promise<void> {
  await hooks.beforeDeletion(tx, services, memory, received);
  await deleteDraftsAbout(tx, memory.userId, `memory:${memory.id}`);
  await tx.delete(memories).where(eq(memories.id, memory.id));
  const keys = storedKeys(memory);
  if (keys.length > 0) await services.jobs.enqueue(tx, eraseFiles, [{ keys }]);
}
