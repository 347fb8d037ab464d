import type { GivenChoice } from '../../../../shared/given-choice.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import type { MemoryRow } from './memories.table.ts';

/**
 * What features above do in the transaction that approves, changes or deletes a memory; `server/wiring.ts` provides them. The
 * memory is locked, and as it was before.
 */
export interface MemoryHooks {
  afterApproval(tx: Tx, services: Services, memoryId: string): Promise<void>;
  beforeChange(tx: Tx, services: Services, memory: MemoryRow): Promise<void>;
  beforeDeletion(tx: Tx, services: Services, memory: MemoryRow, received: GivenChoice): Promise<void>;
}
