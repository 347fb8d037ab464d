import { fullNameOf } from '../../../../../shared/names.ts';
import type { ReaddressAfterDeath } from '../../../people/recipients/recipients.ts';
import { changeAddress } from './make-change.ts';
import { findReport } from './propose-address.ts';

/** After the owner's death, a recipient has entered and verified another address on their page, or a guardian has for a child. */
export const readdressAfterDeath: ReaddressAfterDeath = async (
  tx,
  services,
  { owner, person, saidBy },
  correction,
) => {
  const change = await changeAddress(tx, services, { owner, person }, correction, {
    by: 'recipient',
    byName: fullNameOf(saidBy),
    reportId: await findReport(tx, owner.id),
    actor: 'recipient',
    ...(saidBy.id !== person.id && { proposer: saidBy }),
  });
  return change?.inForceFrom ?? null;
};
