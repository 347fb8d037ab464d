import type { ReachedField } from '../../../../../shared/after-death/address-changes.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { requireLongEnough } from '../../../accounts/auth/staff/staff.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { recipientHooks } from '../../../delivery/deliveries/deliveries.ts';
import {
  disownAgain,
  endDeclining,
  hasGoneTo,
  sendAgainFrom,
  type WrongAddress,
} from '../../../delivery/deliveries/said/said.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import {
  type Addresses,
  contactsOf,
  correctRecipient,
  isAmong,
  isSameAddress,
} from '../../../people/recipients/recipients.ts';
import { record } from '../../../system/audit/audit.ts';
import { renewTrustedLinks } from '../../death-cases/contacts/contacts.ts';
import type { AddressChangeRow } from './address-changes.table.ts';
import { changesOf, type LockedChange, listCarriedOut, oldColumns, type Reached } from './change-rows.ts';
import { inForceFrom, shownName } from './make-change.ts';
import { noteToldAt } from './notices.ts';

// A change that turned out to be wrong is undone.

/**
 * Restores the previous entry in the address book, unless somebody has entered something else since; nothing is sent there before
 * `notBefore`. What has gone to the wrong address stays where it is: see `putRight`.
 */
export async function putBack(
  tx: Tx,
  services: Services,
  change: AddressChangeRow,
  person: RecipientRow,
  notBefore?: Date,
): Promise<RecipientRow> {
  const carriedOut = await listCarriedOut(tx, person.id);
  const latest = carriedOut.findLast(({ state }) => state === 'made');
  const waits = [latest?.inForceFrom, notBefore].flatMap((at) => at?.getTime() ?? []);
  const changed = {
    addressChangedAt: latest?.createdAt ?? null,
    addressChangedBy: latest ? shownName(latest) : null,
    addressWaitsUntil: waits.length > 0 ? new Date(Math.max(...waits)) : null,
  };
  const correction = correctionOf(change, person, carriedOut);
  const after = await correctRecipient(tx, services, recipientHooks, { before: person, correction, changed });
  if (person.addressWaitsUntil && !after.addressWaitsUntil)
    await recipientHooks.endWait(tx, services, person.id, person.addressWaitsUntil);
  await renewTrustedLinks(tx, services, after);
  return after;
}

/**
 * Puts back what was before and, if something has gone to a wrong address, sends it to the right one and closes its links there. Since that
 * gives somebody else what one person has had, both addresses are told, and it waits as long as any new address does; 409 for a member
 * of staff who has not been one for long enough.
 */
export async function putRight(
  tx: Tx,
  services: Services,
  { change, person }: Pick<LockedChange, 'change' | 'person'>,
  member: UserRow,
): Promise<void> {
  const carriedOut = await listCarriedOut(tx, person.id);
  const wrong = wrongAddresses(carriedOut, { ...person, ...correctionOf(change, person, carriedOut) });
  if (!(await hasGoneTo(tx, person.id, wrong))) {
    await putBack(tx, services, change, person);
    return;
  }
  const now = await readDatabaseTime(tx, services.clock);
  requireLongEnough(member, now);
  const after = await putBack(tx, services, change, person, inForceFrom(services, now));
  const { id: recipientId, diedAt } = after;
  await noteToldAt(tx, services, change, wrong);
  await disownAgain(tx, services, recipientId, contactsOf(after));
  const [before, actor] = [contactsOf(person), member.id];
  await sendAgainFrom(tx, services, { recipientId, wrong, before, isAlive: !diedAt, actor });
  if (!wasSaidBySomebodyElse(person, wrong)) return;
  await endDeclining(tx, services, recipientId, actor);
  await record(tx, services.clock.now(), {
    action: 'recipient.declining-ended',
    ...{ actor, userId: after.userId, subjectId: recipientId },
  });
}

/** Addresses that turned out to be wrong and are in the address book no more, since they were first entered. */
function wrongAddresses(carriedOut: readonly AddressChangeRow[], after: Addresses): WrongAddress[] {
  const found = new Map<string, WrongAddress>();
  const entered = carriedOut
    .filter(({ state }) => state === 'put_back')
    .flatMap((change) => changesOf(change).map((changed) => ({ ...changed, since: change.createdAt })));
  for (const { field, now: address, since } of entered) {
    const isWrong = address && field !== 'mailingAddress' && !isAmong(contactsOf(after), address);
    if (isWrong && !found.has(address.toLowerCase())) found.set(address.toLowerCase(), { address, since });
  }
  return [...found.values()];
}

/** Whether the recipient, who wants nothing more, can have said so only at addresses of somebody else. */
function wasSaidBySomebodyElse(before: RecipientRow, wrong: readonly WrongAddress[]): boolean {
  const { declinedAt } = before;
  const contacts = contactsOf(before);
  return (
    declinedAt !== null &&
    contacts.length > 0 &&
    contacts.every((contact) =>
      wrong.some(({ address, since }) => isSameAddress(address, contact.address) && declinedAt >= since),
    )
  );
}

function correctionOf(
  change: AddressChangeRow,
  person: RecipientRow,
  carriedOut: readonly AddressChangeRow[],
): Partial<Reached> {
  const stillThere = changesOf(change).filter(({ field, now }) => person[field] === now);
  return Object.fromEntries(stillThere.map(({ field }) => [field, lastNotWrong(field, change, carriedOut)]));
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
