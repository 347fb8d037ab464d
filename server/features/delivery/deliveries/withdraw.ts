import { eq } from 'drizzle-orm';
import type { GivenChoice } from '../../../../shared/given-choice.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { type MemoryRow, memoryVersions } from '../../memories/memories/memories.table.ts';
import { eraseVersions, keepVersion } from '../../memories/memories/memories.ts';
import type { DeliveryRow } from './deliveries.table.ts';
import { keepsWhatItBrought, mayHaveBeenSeen } from './delivery-conditions.ts';
import { lockDeliveriesOf } from './given-versions.ts';
import { cancelWithoutMemory } from './schedules/schedules.ts';
import { applyEvents } from './transitions.ts';

/**
 * Stops everything of a memory that has not been delivered; called before the memory is deleted. Deliveries whose mail has
 * arrived, or may have, are kept: their links go on showing what was sent, or say that it was taken back.
 */
export async function withdrawMemory(
  tx: Tx,
  services: Services,
  memory: MemoryRow,
  received: GivenChoice,
): Promise<void> {
  const { scheduleIds, rows } = await lockDeliveriesOf(tx, memory.id);
  const keeps = received === 'keep' && memory.isApproved && rows.some(needsVersion);
  const versionId = keeps ? await keepVersion(tx, services, memory) : null;
  await applyEvents(tx, services, rows, ({ userId }) => ({
    kind: 'memory-withdrawn',
    actor: userId,
    received,
    versionId,
  }));
  if (received === 'withdraw') await eraseVersions(tx, services, eq(memoryVersions.memoryId, memory.id));
  await cancelWithoutMemory(tx, services, scheduleIds);
}

function needsVersion(row: DeliveryRow): boolean {
  return row.memoryVersionId === null && (keepsWhatItBrought(row) || mayHaveBeenSeen(row));
}
