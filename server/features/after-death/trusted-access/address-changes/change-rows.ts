import { and, asc, eq, inArray } from 'drizzle-orm';
import {
  type ChangedAddress,
  type ReachedField,
  reachedFields,
} from '../../../../../shared/after-death/address-changes.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { deriveToken, hashToken } from '../../../../platform/random.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { lockPerson } from '../people.ts';
import { type AddressChangeRow, addressChangeNotices, addressChanges } from './address-changes.table.ts';

export type Reached = Pick<RecipientRow, ReachedField>;
export type ChangedColumns = Record<`${'old' | 'new'}${Capitalize<ReachedField>}`, string | null>;

/** What is to be changed; omitted fields stay as they are. */
export type Wanted = { [F in ReachedField]?: Reached[F] | undefined };

export const oldColumns = {
  email: 'oldEmail',
  secondEmail: 'oldSecondEmail',
  phone: 'oldPhone',
  mailingAddress: 'oldMailingAddress',
} as const satisfies Record<ReachedField, keyof AddressChangeRow>;

const newColumns = {
  email: 'newEmail',
  secondEmail: 'newSecondEmail',
  phone: 'newPhone',
  mailingAddress: 'newMailingAddress',
} as const satisfies Record<ReachedField, keyof AddressChangeRow>;

export function withWanted(before: Reached, wanted: Wanted): Reached {
  const { email, secondEmail, phone, mailingAddress } = before;
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return { email, secondEmail, phone, mailingAddress, ...Object.fromEntries(given) };
}

/** The fields that can change, in the order of the form. */
export function changesOf(row: ChangedColumns): ChangedAddress[] {
  return reachedFields
    .map((field) => ({ field, before: row[oldColumns[field]], now: row[newColumns[field]] }))
    .filter(({ before, now }) => before !== now);
}

/** The columns of a change from `before` to `after`; undefined if nothing differs. */
export function columnsOf(before: Reached, after: Reached): ChangedColumns | undefined {
  if (reachedFields.every((field) => before[field] === after[field])) return undefined;
  return {
    oldEmail: before.email,
    newEmail: after.email,
    oldSecondEmail: before.secondEmail,
    newSecondEmail: after.secondEmail,
    oldPhone: before.phone,
    newPhone: after.phone,
    oldMailingAddress: before.mailingAddress,
    newMailingAddress: after.mailingAddress,
  };
}

export function noticeToken({ appSecret }: Pick<Services, 'appSecret'>, noticeId: string): string {
  return deriveToken(appSecret, 'address-change', noticeId);
}

export function noticeLink(services: Pick<Services, 'appSecret' | 'config'>, noticeId: string): string {
  return `${services.config.publicUrl}/address/${noticeToken(services, noticeId)}`;
}

export async function findChange(db: Queryable, id: string): Promise<AddressChangeRow> {
  const [row] = await db.select().from(addressChanges).where(eq(addressChanges.id, id));
  return requireFound(row, 'This change');
}

export async function findNotice(db: Queryable, token: string) {
  const [row] = await db
    .select({ notice: addressChangeNotices, change: addressChanges })
    .from(addressChangeNotices)
    .innerJoin(addressChanges, eq(addressChanges.id, addressChangeNotices.changeId))
    .where(eq(addressChangeNotices.tokenHash, hashToken(token)));
  return requireFound(row, 'This link');
}

/** The changes of somebody's entry that were carried out, also those that were put back since, earliest first. */
export function listCarriedOut(tx: Tx, recipientId: string): Promise<AddressChangeRow[]> {
  return tx
    .select()
    .from(addressChanges)
    .where(
      and(eq(addressChanges.recipientId, recipientId), inArray(addressChanges.state, ['made', 'put_back'])),
    )
    .orderBy(asc(addressChanges.createdAt), asc(addressChanges.id));
}

export async function writeChange(
  tx: Tx,
  id: string,
  columns: Partial<AddressChangeRow>,
): Promise<AddressChangeRow> {
  const [row] = await tx.update(addressChanges).set(columns).where(eq(addressChanges.id, id)).returning();
  return requireFound(row, 'This change');
}

export interface LockedChange {
  owner: UserRow;
  person: RecipientRow;
  change: AddressChangeRow;
}

/** Locks the owner first, then the person with their schedules, as contacts and the revocation of a release do. */
export async function lockChange(tx: Tx, changeId: string): Promise<LockedChange> {
  const { userId, recipientId } = await findChange(tx, changeId);
  const owner = await lockOwner(tx, userId);
  const person = await lockPerson(tx, userId, recipientId);
  return { owner, person, change: await findChange(tx, changeId) };
}
