import { formatMoment } from '../../../../../shared/dates.ts';
import type { Services } from '../../../../platform/context.ts';
import type { WaitingReason } from '../deliveries.table.ts';
import { findFileObstacle, findObstacle } from '../send/obstacles.ts';
import { readSnapshots } from '../send/snapshots.ts';

/**
 * What prevents posting these deliveries now, each in a sentence for staff; empty for those that may go. They may have been
 * packed days ago, so the same is checked as before an email. This reads whole files, so call it outside a transaction.
 */
export async function obstaclesToPosting(
  services: Services,
  deliveryIds: string[],
): Promise<Map<string, string>> {
  const snapshots = await readSnapshots(services, deliveryIds);
  const found = new Map<string, string>();
  for (const id of deliveryIds) {
    const snapshot = snapshots.get(id);
    const obstacle = snapshot ? await obstacleOf(services, { id, ...snapshot }) : obstacles.gone;
    if (obstacle) found.set(id, obstacle);
  }
  return found;
}

async function obstacleOf(
  services: Services,
  delivery: Parameters<typeof findObstacle>[1],
): Promise<string | undefined> {
  const outcome = await findObstacle(services, delivery);
  if (outcome?.kind === 'put-off')
    return `The address was changed by somebody other than the owner: nothing may leave before ${formatMoment(outcome.until, 'UTC')}`;
  if (outcome?.kind !== 'waiting') return outcome ? obstacles.heldBack : undefined;
  if (outcome.reason !== 'physical_fulfilment') return reasons[outcome.reason] ?? obstacles.heldBack;
  return (await findFileObstacle(services, delivery)) && obstacles.damaged;
}

const obstacles = {
  gone: 'There is nothing to send any more',
  damaged: 'The stored file is missing, or is not the one that was uploaded',
  heldBack: 'This must not leave now: deliveries are held, or its owner is leaving',
};

const reasons: Partial<Record<WaitingReason, string>> = {
  held_by_trusted_contact: 'A trusted contact has asked that nothing goes to this person for now',
  not_theirs: 'Somebody at the address says that it is not for them',
  declined: 'Its recipient wants nothing more',
  held_by_guardian: 'The guardian of this person has not let it come yet',
  account_in_arrears: 'The plan of its owner is not paid',
  memory_under_review: 'The memory was changed and is being checked',
  file_damaged: 'The stored file is missing, or is not the one that was uploaded',
};
