import type { GivenChoice } from '../../../../shared/given-choice.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { announce } from '../../../platform/events.ts';
import { record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { lockMemory, type MemoryHooks } from './memories.ts';
import { removeMemory } from './remove-memory.ts';

/**
 * Deletes a memory and cancels its outstanding deliveries. A job erases its files soon after, except those
 * that somebody who received it may keep.
 */
export async function deleteMemory(
  services: Services,
  hooks: MemoryHooks,
  userId: string,
  id: string,
  received: GivenChoice,
): Promise<void> {
  const { db, clock } = services;
  await inTransaction(db, async (tx) => {
    const memory = await lockMemory(tx, userId, id);
    await removeMemory(tx, services, hooks, memory, received);
    await record(tx, clock.now(), {
      action: 'memory.deleted',
      actor: userId,
      userId,
      subjectId: id,
      details: { type: memory.type, received },
    });
    await announce(tx, userId, ['memories', 'schedules', 'stats']);
    if (memory.heldAs) await announceToStaff(tx);
  });
}
