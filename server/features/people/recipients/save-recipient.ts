import { count, eq } from 'drizzle-orm';
import { z } from 'zod';
import { fullNameOf } from '../../../../shared/full-name.ts';
import {
  Recipient,
  type RecipientChanges,
  type RecipientForm,
} from '../../../../shared/people/recipients.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError, fieldError, requireFound, requireVersion } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { phoneNumberOf } from '../../../platform/sms/phone-number.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { type RecipientEntry, saveDays, toRecipient, withDays } from './recipient-days.ts';
import {
  addressOf,
  findAddressee,
  lockRecipient,
  maxRecipients,
  unchangedByOthers,
} from './recipient-rows.ts';
import { type RecipientRow, recipients } from './recipients.table.ts';
import { notifyTrustedContactLater, recordTrust } from './trusted-contacts.ts';

/** What follows from a change of an entry; passed in by app.ts. */
export interface RecipientHooks {
  /** Resumes deliveries that were waiting for another address. */
  resume(tx: Tx, services: Services, recipientId: string): Promise<void>;
  /** Resumes what waited because others had changed the address: the owner has entered one. */
  endWait(tx: Tx, services: Services, recipientId: string, waitedUntil: Date): Promise<void>;
  /** Gives the memories that are for a recipient their new name. */
  rename(tx: Tx, recipientId: string, name: string): Promise<void>;
}

/** 409 when the address book is full. */
export function createRecipient(
  services: Services,
  owner: UserRow,
  form: RecipientForm,
): Promise<RecipientEntry> {
  return inTransaction(services.db, async (tx) => {
    await requireFreePlace(tx, owner.id);
    await requireSubstitute(tx, owner.id, form.substituteId);
    const now = services.clock.now();
    const [row] = await tx
      .insert(recipients)
      .values({
        ...columnsOf({ ...form, phone: phoneNumberOf(form.phone) }),
        userId: owner.id,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    const recipient = requireFound(row);
    if (form.days) await saveDays(tx, recipient.id, form.days);
    await recordTrust(tx, services, false, recipient);
    await notifyTrustedContactLater(tx, services, recipient);
    await announce(tx, owner.id, ['recipients']);
    return { ...recipient, days: form.days ?? [] };
  });
}

/**
 * Replaces an entry. With a new address, deliveries that were waiting for one are resumed; with a new email address, a
 * trusted contact is notified again. 404 when the recipient is not the owner's.
 */
export function changeRecipient(
  services: Services,
  hooks: RecipientHooks,
  owner: UserRow,
  id: string,
  { version, ...form }: RecipientChanges,
): Promise<RecipientEntry> {
  return inTransaction(services.db, async (tx) => {
    const before = await lockRecipient(tx, owner.id, id);
    await requireSubstitute(tx, owner.id, form.substituteId, id);
    // A number that was entered before numbers were checked does not keep anybody from changing a name.
    const phone = form.phone && form.phone === before.phone ? before.phone : phoneNumberOf(form.phone);
    const columns = columnsOf({ ...form, phone });
    const [entryBefore] = await withDays(tx, [before]);
    const isChange = isNew(requireFound(entryBefore), { ...columns, days: form.days });
    await requireVersion(version, before, isChange, () =>
      z.encode(Recipient, toRecipient(requireFound(entryBefore))),
    );
    const sameEmail = columns.email === before.email;
    const [row] = await tx
      .update(recipients)
      .set({
        ...columns,
        version: before.version + Number(isChange),
        ...(!sameEmail && { trustedContactToldAt: null }),
        ...(!isReachedAlike(before, columns) && unchangedByOthers),
        updatedAt: services.clock.now(),
      })
      .where(eq(recipients.id, id))
      .returning();
    const recipient = requireFound(row);
    if (form.days) await saveDays(tx, id, form.days);
    await recordTrust(tx, services, before.trustedContact, recipient);
    await followChange(tx, services, hooks, before, recipient);
    if (before.addressWaitsUntil && !recipient.addressWaitsUntil)
      await hooks.endWait(tx, services, id, before.addressWaitsUntil);
    const [entry] = await withDays(tx, [recipient]);
    return requireFound(entry);
  });
}

/** Whether anything differs from `before`; what is left out stays as it is. */
function isNew(before: RecipientEntry, after: { [Name in keyof RecipientEntry]?: unknown }): boolean {
  return Object.entries(after).some(
    ([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name as keyof RecipientEntry]),
  );
}

type Reached = Pick<RecipientRow, 'email' | 'phone' | 'mailingAddress'>;

function isReachedAlike(one: Reached, other: Reached): boolean {
  return (
    one.email === other.email && one.phone === other.phone && one.mailingAddress === other.mailingAddress
  );
}

/** What others than the owner may correct of an entry. */
export type Correction = Partial<
  Pick<RecipientRow, 'firstName' | 'lastName' | 'email' | 'phone' | 'mailingAddress'>
>;

/** Who changed where somebody is reached, if not the owner, and until when nothing goes there. */
type AddressChangedBy = Pick<RecipientRow, 'addressChangedAt' | 'addressChangedBy' | 'addressWaitsUntil'>;

/**
 * Corrects the entry of a recipient, whom the caller has locked, on behalf of their owner. With a new email address a trusted
 * contact is notified again; with a new address deliveries that were waiting for one are resumed.
 */
export async function correctRecipient(
  tx: Tx,
  services: Services,
  hooks: RecipientHooks,
  {
    before,
    correction,
    changed,
  }: { before: RecipientRow; correction: Correction; changed?: AddressChangedBy },
): Promise<RecipientRow> {
  const { id } = before;
  const sameEmail = correction.email === undefined || correction.email === before.email;
  const [row] = await tx
    .update(recipients)
    .set({
      ...correction,
      ...changed,
      version: before.version + 1,
      ...(!sameEmail && { trustedContactToldAt: null }),
      updatedAt: services.clock.now(),
    })
    .where(eq(recipients.id, id))
    .returning();
  const after = requireFound(row);
  await followChange(tx, services, hooks, before, after);
  return after;
}

async function followChange(
  tx: Tx,
  services: Services,
  hooks: RecipientHooks,
  before: RecipientRow,
  after: RecipientRow,
): Promise<void> {
  const { id, userId } = after;
  const isRenamed = fullNameOf(after) !== fullNameOf(before);
  if (isRenamed) await hooks.rename(tx, id, fullNameOf(after));
  if (addressOf(after) !== addressOf(before)) await hooks.resume(tx, services, id);
  await notifyTrustedContactLater(tx, services, after);
  await announce(tx, userId, ['recipients', 'schedules', ...(isRenamed ? (['memories'] as const) : [])]);
}

/** Counted under the owner's lock, so that two requests cannot both take the last place. */
async function requireFreePlace(tx: Tx, userId: string): Promise<void> {
  await lockOwner(tx, userId);
  const [book] = await tx.select({ entries: count() }).from(recipients).where(eq(recipients.userId, userId));
  if (requireFound(book).entries < maxRecipients) return;
  throw new AppError('conflict', `Your address book is full: it holds ${maxRecipients} people`);
}

type OursAlone =
  | 'id'
  | 'userId'
  | 'version'
  | 'trustedContactToldAt'
  | 'heldSince'
  | keyof typeof unchangedByOthers
  | 'createdAt'
  | 'updatedAt';

/** What stays as it is where the form leaves it out. */
type LeftOut = 'substituteId' | 'ownerRelationship' | 'knownBy' | 'birthday';

type FormColumns = Omit<RecipientRow, OursAlone | LeftOut> & {
  [Column in LeftOut]: RecipientRow[Column] | undefined;
};

/** The return type makes a column that is forgotten here a type error. */
function columnsOf(form: RecipientForm): FormColumns {
  return {
    firstName: form.firstName,
    lastName: form.lastName,
    relationship: form.relationship,
    email: form.email || null,
    phone: form.phone || null,
    mailingAddress: form.mailingAddress || null,
    trustedContact: form.trustedContact,
    substituteId: form.substituteId,
    ownerRelationship: form.ownerRelationship,
    knownBy: form.knownBy,
    birthday: form.birthday,
  };
}

/** 404 where the substitute is not one of the owner's recipients, 400 where it is the recipient themselves. */
async function requireSubstitute(
  tx: Tx,
  userId: string,
  substituteId: string | null | undefined,
  recipientId?: string,
): Promise<void> {
  if (!substituteId) return;
  if (substituteId === recipientId) throw fieldError('substituteId', 'Please choose somebody else');
  requireFound(await findAddressee(tx, userId, substituteId), 'This recipient');
}
