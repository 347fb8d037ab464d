import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import {
  findAddressee,
  findOpenProposal,
  listUnanswered,
  submitProposal,
} from '../../../people/recipients/recipients.ts';
import { lockPerson } from '../people.ts';
import { readdressAfterDeath } from './recipient-changes.ts';

const sweep = 'unanswered-addresses';

/** New addresses that owners did not answer before they died become changes by others, which everybody is told of. */
export async function handOverProposals(services: Services): Promise<void> {
  const { db, sweeps } = services;
  const unanswered = await listUnanswered(db, sweeps.putOff(sweep));
  await sweeps.each(sweep, unanswered, (each) => inTransaction(db, (tx) => handOver(tx, services, each)));
}

/** If staff are looking at another change for the same person, this one is tried again later. */
async function handOver(
  tx: Tx,
  services: Services,
  { userId, recipientId }: { userId: string; recipientId: string },
): Promise<void> {
  const owner = await lockOwner(tx, userId);
  const person = await lockPerson(tx, userId, recipientId);
  const proposal = await findOpenProposal(tx, recipientId);
  if (!owner.memorialisedAt || !proposal?.provedAt) return;
  const guardian = proposal.guardianId && (await findAddressee(tx, userId, proposal.guardianId));
  await submitProposal(
    tx,
    services,
    { owner, person, saidBy: guardian || person, proposal },
    readdressAfterDeath,
  );
}
