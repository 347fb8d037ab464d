import type { z } from 'zod';
import { reachedFields } from '../../../../../shared/after-death/address-changes.ts';
import type { TrustedCorrection, TrustedPerson } from '../../../../../shared/after-death/trusted-access.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { phoneNumberOf } from '../../../../platform/sms/phone-number.ts';
import { recipientHooks } from '../../../delivery/deliveries/deliveries.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { type Correction, correctRecipient } from '../../../people/recipients/recipients.ts';
import {
  requireTrustedContact,
  saveCorrections,
  type TrustedContact,
} from '../../death-cases/contacts/contacts.ts';
import { lockPerson } from '../people.ts';
import { readTrustedPerson } from '../trusted-access.ts';
import { type Wanted, withWanted } from './change-rows.ts';
import { changeAddress } from './make-change.ts';

/**
 * A trusted contact says where somebody is reached. If it is about themselves or another contact, or nobody else could object, staff have to confirm it. 404
 * for somebody the owner did not name; 409 if the entry is no longer as `seen`, or if nothing of what was left goes out.
 */
export function correctPerson(
  services: Services,
  { token, id }: { token: string; id: string },
  { seen, ...wanted }: TrustedCorrection,
): Promise<z.output<typeof TrustedPerson>> {
  return inTransaction(services.db, async (tx) => {
    const who = await requireTrustedContact(tx, token, ['open']);
    const before = await lockPerson(tx, who.owner.id, id);
    requireUnchanged(seen, before);
    // A number that was entered before numbers were validated does not prevent other corrections.
    const phone = wanted.phone === before.phone ? before.phone : phoneNumberOf(wanted.phone);
    await correctForContact(tx, services, who, { before, correction: { ...wanted, phone } });
    return readTrustedPerson(tx, services, { who, id });
  });
}

function requireUnchanged(seen: TrustedCorrection['seen'], before: RecipientRow): void {
  const changed = reachedFields.filter((field) => seen[field] !== undefined && seen[field] !== before[field]);
  if (changed.length === 0) return;
  throw new AppError(
    'conflict',
    'This was changed while you were looking at it. Nothing of yours was saved yet.',
    {
      fields: Object.fromEntries(changed.map((field) => [field, `It is ${before[field] ?? 'empty'} now`])),
    },
  );
}

/**
 * Corrects the entry of a person on the word of a trusted contact: a name takes effect at once, an address as
 * `changeAddress` says. The caller has locked the person with their schedules.
 */
export async function correctForContact(
  tx: Tx,
  services: Services,
  { access, owner, contact, report }: TrustedContact,
  {
    before,
    correction,
  }: { before: RecipientRow; correction: Pick<Correction, 'firstName' | 'lastName'> & Wanted },
): Promise<void> {
  const { firstName = before.firstName, lastName = before.lastName, ...wanted } = correction;
  let after = before;
  if (firstName !== before.firstName || lastName !== before.lastName)
    after = await correctRecipient(tx, services, recipientHooks, {
      before,
      correction: { firstName, lastName },
    });
  const change = await changeAddress(tx, services, { owner, person: after }, wanted, {
    by: 'contact',
    byName: fullNameOf(contact),
    accessId: access.id,
    reportId: report.id,
    actor: 'trusted-contact',
    proposer: contact,
  });
  const isMade = change?.state === 'made';
  await saveCorrections(tx, services, access, {
    before,
    after: { ...after, ...(isMade && withWanted(before, wanted)) },
  });
}
