import type { ReachedField } from '../../../../../shared/after-death/address-changes.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { recipientHooks } from '../../../delivery/deliveries/deliveries.ts';
import { resumeDeclinedDeliveriesTo, sendAgainFrom } from '../../../delivery/deliveries/said/said.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { contactsOf, correctRecipient, isAmong } from '../../../people/recipients/recipients.ts';
import { renewTrustedLinks } from '../../death-cases/contacts/contacts.ts';
import type { AddressChangeRow } from './address-changes.table.ts';
import { changesOf, listCarriedOut, oldColumns, type Reached } from './change-rows.ts';
import { shownName } from './make-change.ts';

// A change that turned out to be wrong is undone.

/**
 * Restores the previous entry in the address book, unless somebody has entered something else since. What has gone to the wrong
 * address meanwhile goes to the right one, and its links there are closed. `actor` is named in the audit log.
 */
export async function putBack(
  tx: Tx,
  services: Services,
  change: AddressChangeRow,
  { person, actor }: { person: RecipientRow; actor: string },
): Promise<void> {
  const carriedOut = await listCarriedOut(tx, person.id);
  const correction = Object.fromEntries(
    changesOf(change)
      .filter(({ field, now }) => person[field] === now)
      .map(({ field }) => [field, lastNotWrong(field, change, carriedOut)]),
  ) as Partial<Reached>;
  const latest = carriedOut.findLast(({ state }) => state === 'made');
  const changed = {
    addressChangedAt: latest?.createdAt ?? null,
    addressChangedBy: latest ? shownName(latest) : null,
    addressWaitsUntil: latest?.inForceFrom ?? null,
  };
  const after = await correctRecipient(tx, services, recipientHooks, { before: person, correction, changed });
  if (person.addressWaitsUntil && !after.addressWaitsUntil)
    await recipientHooks.endWait(tx, services, person.id, person.addressWaitsUntil);
  await undoWhatWasSent(tx, services, change, { before: person, after, actor });
  await renewTrustedLinks(tx, services, after);
}

/** Somebody else was reached there: they may have read what came, and have said that they want nothing more. */
async function undoWhatWasSent(
  tx: Tx,
  services: Services,
  change: AddressChangeRow,
  { before, after, actor }: { before: RecipientRow; after: RecipientRow; actor: string },
): Promise<void> {
  const { createdAt: since } = change;
  const wrong = changesOf(change).flatMap(({ field, now: address }) =>
    address && field !== 'mailingAddress' && !isAmong(contactsOf(after), address) ? address : [],
  );
  for (const address of wrong)
    await sendAgainFrom(tx, services, { recipientId: after.id, address, since, actor });
  if (wrong.length > 0 && before.declinedAt && before.declinedAt >= since)
    await resumeDeclinedDeliveriesTo(tx, services, after.id, actor);
}

/** What a field held before `change`: not what an earlier one had put there that has been found to be wrong since. */
function lastNotWrong(
  field: ReachedField,
  change: AddressChangeRow,
  carriedOut: readonly AddressChangeRow[],
): string | null {
  const before = change[oldColumns[field]];
  const index = carriedOut.findIndex(({ id }) => id === change.id);
  const isFrom = (other: AddressChangeRow) =>
    changesOf(other).some((changed) => changed.field === field && changed.now === before);
  const cause = carriedOut.slice(0, index).findLast(isFrom);
  if (cause?.state !== 'put_back' || !cause.endedAt || cause.endedAt < change.createdAt) return before;
  return lastNotWrong(field, cause, carriedOut);
}
