import type { GivenChoice } from '../../../../shared/given-choice.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import type { CancelledPlan, MemoryRow } from './memories.table.ts';

/**
 * What higher features do in the transaction that approves, changes or deletes a memory; `server/wiring.ts`
 * provides them. They get the memory, locked, as it was before.
 */
export interface MemoryHooks {
  afterApproval(tx: Tx, services: Services, memoryId: string): Promise<void>;
  beforeChange(tx: Tx, services: Services, memory: MemoryRow): Promise<void>;
  /**
   * Cancels the plan of a memory that is to be deleted after its owner's death. `seen` are the schedules that
   * the owner knows of: 409 if there are others, or if one is on its way. Null if nothing was planned.
   */
  cancelPlan(
    tx: Tx,
    services: Services,
    memory: MemoryRow,
    seen: readonly string[],
  ): Promise<CancelledPlan | null>;
  /** Restores those parts of the plan that are still to come. The caller has locked the owner. 402 at the plan's limit of dates. */
  restorePlan(tx: Tx, services: Services, memory: MemoryRow, plan: CancelledPlan): Promise<void>;
  beforeDeletion(tx: Tx, services: Services, memory: MemoryRow, received: GivenChoice): Promise<void>;
}
