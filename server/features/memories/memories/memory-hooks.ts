import type { GivenChoice } from '../../../../shared/given-choice.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import type { CancelledPlan, MemoryRow } from './memories.table.ts';

/**
 * What features above do in the transaction that approves, changes or deletes a memory; `server/wiring.ts` provides them. The
 * memory is locked, and as it was before.
 */
export interface MemoryHooks {
  afterApproval(tx: Tx, services: Services, memoryId: string): Promise<void>;
  beforeChange(tx: Tx, services: Services, memory: MemoryRow): Promise<void>;
  /**
   * Cancels what is planned of a memory that is to be deleted after its owner's death. `seen` are the schedules of which the owner
   * knows: 409 where there are others, or where one is on its way. Null where nothing was planned.
   */
  cancelPlan(
    tx: Tx,
    services: Services,
    memory: MemoryRow,
    seen: readonly string[],
  ): Promise<CancelledPlan | null>;
  /** Plans again what is still to come of it. The caller has locked the owner. 402 at the plan's limit of dates. */
  restorePlan(tx: Tx, services: Services, memory: MemoryRow, plan: CancelledPlan): Promise<void>;
  beforeDeletion(tx: Tx, services: Services, memory: MemoryRow, received: GivenChoice): Promise<void>;
}
