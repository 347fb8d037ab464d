import { count, eq } from 'drizzle-orm';
import { z } from 'zod';
import {
  Recipient,
  type RecipientChanges,
  type RecipientForm,
} from '../../../../shared/people/recipients.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError, requireFound, requireVersion } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { phoneNumberOf } from '../../../platform/sms/phone-number.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { isStillDisowned, requireTwoAddresses } from './contacts.ts';
import { followChange, isReachedAlike, type RecipientHooks } from './follow-change.ts';
import { requireNamed, requireStaysReachable } from './named-people.ts';
import { columnsOf } from './recipient-columns.ts';
import { isNew, noAnswers, type RecipientEntry, saveDays, toRecipient, withDays } from './recipient-days.ts';
import { lockRecipient, maxRecipients, ownedAgain, unchangedByOthers } from './recipient-rows.ts';
import { recipients } from './recipients.table.ts';
import { notifyTrustedContactLater, recordTrust, toldElsewhere } from './trusted-contacts.ts';

/** 409 if the address book is full. */
export function createRecipient(
  services: Services,
  owner: UserRow,
  form: RecipientForm,
): Promise<RecipientEntry> {
  return inTransaction(services.db, async (tx) => {
    await requireFreePlace(tx, owner.id);
    await requireNamed(tx, services, owner.id, form);
    requireTwoAddresses(form);
    const now = services.clock.now();
    const [row] = await tx
      .insert(recipients)
      .values({
        ...columnsOf({ ...form, phone: phoneNumberOf(form.phone) }),
        userId: owner.id,
        addressesCheckedAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    const recipient = requireFound(row);
    if (form.days) await saveDays(tx, recipient.id, form.days);
    await recordTrust(tx, services, { trustedContact: false }, recipient);
    await notifyTrustedContactLater(tx, services, recipient);
    await announce(tx, owner.id, ['recipients']);
    return { ...recipient, days: form.days ?? [], proposedAddress: null, answers: noAnswers };
  });
}

/**
 * Replaces an entry. With a new address, deliveries that were waiting for one are resumed; a trusted contact
 * whose address for such messages changed is notified again. 404 if the recipient is not the owner's.
 */
export function changeRecipient(
  services: Services,
  hooks: RecipientHooks,
  owner: UserRow,
  id: string,
  { version, ...form }: RecipientChanges,
): Promise<RecipientEntry> {
  return inTransaction(services.db, async (tx) => {
    // Locked before the recipient, so that two entries that name each other are saved one after the other.
    if (form.guardianId) await lockOwner(tx, owner.id);
    const before = await lockRecipient(tx, owner.id, id);
    await requireNamed(tx, services, owner.id, form, id);
    requireTwoAddresses(form);
    // A number entered before numbers were validated must not prevent a change of the name.
    const phone = form.phone && form.phone === before.phone ? before.phone : phoneNumberOf(form.phone);
    const columns = columnsOf({ ...form, phone });
    const [entryBefore] = await withDays(tx, [before]);
    const isChange = isNew(requireFound(entryBefore), { ...columns, days: form.days });
    await requireVersion(version, before, isChange, () =>
      z.encode(Recipient, toRecipient(services, requireFound(entryBefore))),
    );
    const { secondEmail = before.secondEmail } = columns;
    const reached = { ...columns, secondEmail };
    await requireStaysReachable(tx, services, before, reached);
    const [row] = await tx
      .update(recipients)
      .set({
        ...columns,
        version: before.version + Number(isChange),
        ...toldElsewhere(services, before, reached),
        ...(!isReachedAlike(before, reached) && {
          ...unchangedByOthers,
          addressesCheckedAt: services.clock.now(),
        }),
        ...(!isStillDisowned(before, reached) && ownedAgain),
        updatedAt: services.clock.now(),
      })
      .where(eq(recipients.id, id))
      .returning();
    const recipient = requireFound(row);
    if (form.days) await saveDays(tx, id, form.days);
    await recordTrust(tx, services, before, recipient);
    await followChange(tx, services, hooks, before, recipient);
    if (before.addressWaitsUntil && !recipient.addressWaitsUntil)
      await hooks.endWait(tx, services, id, before.addressWaitsUntil);
    const [entry] = await withDays(tx, [recipient]);
    return requireFound(entry);
  });
}

/** Counted with the owner locked, so that two requests cannot both take the last place. */
async function requireFreePlace(tx: Tx, userId: string): Promise<void> {
  await lockOwner(tx, userId);
  const [book] = await tx.select({ entries: count() }).from(recipients).where(eq(recipients.userId, userId));
  if (requireFound(book).entries < maxRecipients) return;
  throw new AppError('conflict', `Your address book is full: it holds ${maxRecipients} people`);
}
