import type { Services } from '../../../../platform/context.ts';
import { inTurn } from '../../../../platform/sweeps.ts';
import { askGuardiansAgain } from './ask-again.ts';
import { askGuardians } from './ask-guardians.ts';
import { endGuardianHolds } from './end-holds.ts';

export function sweepGuardians(services: Services): Promise<void> {
  return inTurn(
    () => askGuardians(services),
    () => askGuardiansAgain(services),
    () => endGuardianHolds(services),
  );
}
