import { formatMoment } from '../../../../shared/dates.ts';
import type { Services } from '../../../platform/context.ts';
import type { WaitingReason } from './deliveries.table.ts';
import { findObstacle } from './send-delivery.ts';
import { readSnapshots } from './snapshots.ts';

/**
 * What stands against posting a parcel now, in a sentence for staff; undefined where nothing does. The same is asked before a
 * mail is sent, since it may have been packed days ago. It reads the whole file, so ask outside a transaction.
 */
export async function obstacleToPosting(services: Services, deliveryId: string): Promise<string | undefined> {
  const snapshot = (await readSnapshots(services, [deliveryId])).get(deliveryId);
  if (!snapshot) return words.gone;
  const outcome = await findObstacle(services, { id: deliveryId, ...snapshot });
  if (outcome?.kind === 'put-off')
    return `The address was changed by somebody else than the owner: nothing may leave before ${formatMoment(outcome.until, 'UTC')}`;
  if (outcome?.kind !== 'waiting') return outcome ? words.heldBack : undefined;
  return outcome.reason === 'physical_fulfilment' ? undefined : (reasons[outcome.reason] ?? words.heldBack);
}

const words = {
  gone: 'There is nothing to send any more',
  heldBack: 'This must not leave now: deliveries are held, or its owner is leaving',
};

const reasons: Partial<Record<WaitingReason, string>> = {
  held_by_trusted_contact: 'A trusted contact has asked that nothing goes to this person for now',
  account_in_arrears: 'The plan of its owner is not paid',
  memory_under_review: 'The memory was changed and is being checked',
  file_damaged: 'The stored file is not the one that was uploaded',
};
