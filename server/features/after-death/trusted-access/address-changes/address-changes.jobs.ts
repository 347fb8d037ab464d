import type { Services } from '../../../../platform/context.ts';
import { inTurn } from '../../../../platform/sweeps.ts';
import { handOverProposals } from './hand-over.ts';
import { holdUnheard } from './hold-unheard.ts';

/** Called by a timer: takes up what owners have not answered, and holds what nobody has heard of. */
export async function sweepAddressChanges(services: Services): Promise<void> {
  await inTurn(
    () => handOverProposals(services),
    () => holdUnheard(services),
  );
}
