import { fullNameOf } from '../../../../../shared/names.ts';
import type { ReaddressAfterDeath } from '../../../delivery/received/received.ts';
import { changeAddress } from './make-change.ts';
import { findReport } from './propose-address.ts';

/** A recipient has given another address on their page, which they have proved, after the owner's death. */
export const readdressAfterDeath: ReaddressAfterDeath = async (
  tx,
  services,
  { owner, person },
  correction,
) => {
  const { email = person.email, phone = person.phone, mailingAddress = person.mailingAddress } = correction;
  const change = await changeAddress(
    tx,
    services,
    { owner, person },
    { email, phone, mailingAddress },
    {
      by: 'recipient',
      byName: fullNameOf(person),
      reportId: await findReport(tx, owner.id),
      actor: 'recipient',
    },
  );
  return change?.inForceFrom ?? null;
};
