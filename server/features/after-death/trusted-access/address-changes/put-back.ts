import type { ReachedField } from '../../../../../shared/after-death/address-changes.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { requireLongEnough } from '../../../accounts/auth/staff/staff.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { recipientHooks, renewGuardianLinks } from '../../../delivery/deliveries/deliveries.ts';
import {
  disownAgain,
  endDeclining,
  hasGoneTo,
  sendAgainFrom,
  type WrongAddress,
} from '../../../delivery/deliveries/said/said.ts';
import { deleteSaidByOthers } from '../../../delivery/received/received.ts';
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

/** Restores the previous entry in the address book, unless somebody has entered something else since. What has gone to the wrong address stays where it is: see `putRight`. */
export async function putBack(
  tx: Tx,
  services: Services,
  change: AddressChangeRow,
  person: RecipientRow,
): Promise<void> {
  await restore(tx, services, person, await planOf(tx, change, person));
}

/**
 * Puts back what was before and, if something has gone to a wrong address, sends it to the right one and closes its links there. Since that
 * gives somebody else what one person has had, both addresses are told, and nothing goes anywhere before the instant that is returned;
 * 409 then for a member of staff who has not been one for long enough.
 */
export async function putRight(
  tx: Tx,
  services: Services,
  { change, person }: Pick<LockedChange, 'change' | 'person'>,
  member: UserRow,
): Promise<Date | undefined> {
  const plan = await planOf(tx, change, person);
  const wrong = wrongAddresses(plan.carriedOut, { ...person, ...plan.correction });
  if (!(await hasGoneTo(tx, person.id, wrong))) {
    await restore(tx, services, person, plan);
    return undefined;
  }
  const now = await readDatabaseTime(tx, services.clock);
  requireLongEnough(member, now);
  const sentAgainFrom = inForceFrom(services, now);
  const after = await restore(tx, services, person, plan, sentAgainFrom);
  const { id: recipientId, userId, diedAt } = after;
  const actor = member.id;
  await noteToldAt(tx, services, change, wrong);
  await disownAgain(tx, recipientId, contactsOf(after), now);
  await sendAgainFrom(tx, services, {
    ...{ recipientId, wrong, before: contactsOf(person), isAlive: !diedAt, actor },
  });
  await deleteSaidByOthers(tx, recipientId, wrong);
  if (wasSaidBySomebodyElse(person, wrong)) {
    await endDeclining(tx, services, recipientId, actor);
    const action = 'recipient.declining-ended';
    await record(tx, services.clock.now(), { action, actor, userId, subjectId: recipientId });
  }
  return sentAgainFrom;
}

interface Plan {
  carriedOut: readonly AddressChangeRow[];
  correction: Partial<Reached>;
  /** Since when their messages may have reached somebody else; null if only their postal address was wrong. */
  misreachedSince: Date | null;
}

/** What the address book holds again once `change` is undone. */
async function planOf(tx: Tx, change: AddressChangeRow, person: RecipientRow): Promise<Plan> {
  const carriedOut = await listCarriedOut(tx, person.id);
  const stillThere = changesOf(change).filter(({ field, now }) => person[field] === now);
  const correction = Object.fromEntries(
    stillThere.map(({ field }) => [field, lastNotWrong(field, change, carriedOut)]),
  );
  const isByMessage = changesOf(change).some(({ field }) => field !== 'mailingAddress');
  return { carriedOut, correction, misreachedSince: isByMessage ? change.createdAt : null };
}

async function restore(
  tx: Tx,
  services: Services,
  before: RecipientRow,
  { carriedOut, correction, misreachedSince }: Plan,
  notBefore?: Date,
): Promise<RecipientRow> {
  const latest = carriedOut.findLast(({ state }) => state === 'made');
  const waits = [latest?.inForceFrom, notBefore].flatMap((at) => at?.getTime() ?? []);
  const changed = {
    addressChangedAt: latest?.createdAt ?? null,
    addressChangedBy: latest ? shownName(latest) : null,
    addressWaitsUntil: waits.length > 0 ? new Date(Math.max(...waits)) : null,
  };
  const after = await correctRecipient(tx, services, recipientHooks, { before, correction, changed });
  if (before.addressWaitsUntil && !after.addressWaitsUntil)
    await recipientHooks.endWait(tx, services, before.id, before.addressWaitsUntil);
  await renewTrustedLinks(tx, services, after);
  if (misreachedSince)
    await renewGuardianLinks(tx, services, { guardianId: after.id, since: misreachedSince });
  return after;
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
