import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { recipientHooks } from '../../../delivery/deliveries/deliveries.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import {
  type Correction,
  correctRecipient,
  requireTwoAddresses,
} from '../../../people/recipients/recipients.ts';
import { renewTrustedLinks } from '../../death-cases/contacts/contacts.ts';
import { type AddressChangeRow, addressChanges } from './address-changes.table.ts';
import { canAnybodyObject } from './can-object.ts';
import { changesOf, columnsOf, type Wanted, withWanted } from './change-rows.ts';
import { type Concerned, tellOfChangeLater } from './notices.ts';
import { recordChange } from './record-change.ts';

/** Who wants the change and, if it is a member of staff, why. */
export type Maker = Pick<
  typeof addressChanges.$inferInsert,
  'by' | 'byName' | 'accessId' | 'staffId' | 'deliveryId' | 'reason' | 'reportId'
> & {
  /** Their name in the audit log. */
  actor: string;
  /** Their own entry in the address book, if they speak of somebody else. */
  proposer?: RecipientRow | undefined;
};

/**
 * Changes where somebody is reached, on the word of somebody other than the owner. Staff have to confirm it first if staff proposed it, if it
 * is about a trusted contact, whose link would go there, or if nobody else could say that it is wrong. The caller has locked the owner, and then the person with their schedules. Undefined if
 * nothing differs; 400 for a second email address equal to the first or without one; 409 while staff look at another change for them.
 */
export async function changeAddress(
  tx: Tx,
  services: Services,
  concerned: Concerned,
  wanted: Wanted,
  { actor, proposer, ...maker }: Maker,
): Promise<AddressChangeRow | undefined> {
  const { owner, person } = concerned;
  const after = withWanted(person, wanted);
  const columns = columnsOf(person, after);
  if (!columns) return undefined;
  requireTwoAddresses({ email: after.email, secondEmail: wanted.secondEmail });
  const planned = { ...maker, ...columns, id: newId(), userId: owner.id, recipientId: person.id };
  const isProposed =
    maker.by === 'staff' ||
    person.trustedContact ||
    !(await canAnybodyObject(tx, services, planned, { concerned, proposer }));
  const now = await readDatabaseTime(tx, services.clock);
  const [change] = await tx
    .insert(addressChanges)
    .values({
      ...planned,
      state: isProposed ? 'proposed' : 'made',
      createdAt: now,
      inForceFrom: isProposed ? null : inForceFrom(services, now),
    })
    .onConflictDoNothing()
    .returning();
  if (!change)
    throw new AppError(
      'conflict',
      'Somebody here is already looking at a new address of theirs. Nothing was changed.',
    );
  await recordChange(tx, services, change, {
    action: isProposed ? 'address-change.proposed' : 'address-change.made',
    actor,
    ...(maker.reason && { reason: maker.reason }),
  });
  if (isProposed) await tellProposed(tx, services, change, concerned);
  else await carryOut(tx, services, change, concerned);
  return change;
}

/** Whoever it is about is told at once, if we know where; nobody is told of a staff proposal before it is made. */
async function tellProposed(
  tx: Tx,
  services: Services,
  change: AddressChangeRow,
  concerned: Concerned,
): Promise<void> {
  if (change.by !== 'staff') await tellOfChangeLater(tx, services, change, { concerned, stage: 'proposed' });
}

/** From when something is sent again to an address that is changed at `now`. */
export function inForceFrom({ config }: Pick<Services, 'config'>, now: Date): Date {
  return minutesAfter(now, config.deathReports.addressChangeHours * 60);
}

/** Writes the change into the address book and tells everybody. A trusted contact gets a new link, once anything is sent there. */
export async function carryOut(
  tx: Tx,
  services: Services,
  change: AddressChangeRow,
  concerned: Concerned,
): Promise<RecipientRow> {
  const { person } = concerned;
  const correction = Object.fromEntries(
    changesOf(change).map(({ field, now }) => [field, now]),
  ) as Correction;
  const after = await correctRecipient(tx, services, recipientHooks, {
    before: person,
    correction,
    changed: {
      addressChangedAt: change.createdAt,
      addressChangedBy: shownName(change),
      addressWaitsUntil: change.inForceFrom,
    },
  });
  await tellOfChangeLater(tx, services, change, { concerned, stage: 'made' });
  await renewTrustedLinks(tx, services, after);
  return after;
}

/** The wait starts again, since staff have only just found that the address is right. */
export async function waitAnew(
  tx: Tx,
  services: Services,
  change: AddressChangeRow,
  person: RecipientRow,
): Promise<void> {
  await correctRecipient(tx, services, recipientHooks, {
    before: person,
    correction: {},
    changed: {
      addressChangedAt: person.addressChangedAt,
      addressChangedBy: person.addressChangedBy,
      addressWaitsUntil: change.inForceFrom,
    },
  });
  await renewTrustedLinks(tx, services, person);
}

/** The name as it is shown on a delivery and on its packing sheet. */
export function shownName({ by, byName }: AddressChangeRow): string {
  return by === 'staff' ? `${byName} of our staff` : byName;
}
