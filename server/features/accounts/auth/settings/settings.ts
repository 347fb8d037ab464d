import { z } from 'zod';
import { type ProfileChanges, User } from '../../../../../shared/accounts/accounts.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { fieldError, requireVersion } from '../../../../platform/errors.ts';
import { phoneNumberOf } from '../../../../platform/sms/phone-number.ts';
import { enqueueMails } from '../../../outbox/messages/mails/mails.ts';
import { record } from '../../../system/audit/audit.ts';
import type { UserRow } from '../../profile/profile.table.ts';
import { changeProfile, lockOwner, ownAddresses, toUser } from '../../profile/profile.ts';
import { beginEmailChange } from '../email-addresses/email-addresses.ts';
import { notYourPassword, requirePassword } from '../passwords/passwords.ts';
import { codeMissing, requireCode } from '../two-factor/two-factor.ts';

/**
 * Saves what was sent. A new email address needs the current password and, with two-factor sign-in, a code (400 on `currentPassword`
 * or `code`), and stays `pendingEmail` until a link sent to it is opened. 409 if it is taken; then nothing is saved.
 */
export async function saveProfile(
  services: Services,
  owner: UserRow,
  { email, currentPassword, code, version, ...sent }: ProfileChanges,
): Promise<UserRow> {
  const isNewPhone = sent.phone !== undefined && sent.phone !== owner.phone;
  const changes = { ...sent, ...(isNewPhone && { phone: phoneNumberOf(sent.phone) }) };
  const newEmail = email === owner.email ? undefined : email;
  const requireNewest = (before: UserRow) =>
    requireVersion(version, before, newEmail !== undefined || isNew(before, changes), () =>
      z.encode(User, toUser(services, before)),
    );
  if (newEmail !== undefined) {
    // A code works once, so a request that is refused anyway must not use it up.
    await requireNewest(owner);
    if (!currentPassword)
      throw fieldError('currentPassword', 'Please enter your current password to change your email address');
    await requirePassword(owner, currentPassword, 'currentPassword');
    if (owner.twoFactorSince) await requireCode(services, owner, code);
  }
  return inTransaction(services.db, async (tx) => {
    const before = await lockOwner(tx, owner.id);
    await requireNewest(before);
    const saved = await changeProfile(tx, services, owner.id, changes);
    if (saved.dateOfBirth !== owner.dateOfBirth) {
      const subject = { actor: owner.id, userId: owner.id, subjectId: owner.id };
      await record(tx, services.clock.now(), { action: 'account.date-of-birth-corrected', ...subject });
    }
    await tellOfPhone(tx, services, before, saved);
    if (newEmail === undefined) return saved;
    if (saved.password !== owner.password) throw notYourPassword('currentPassword');
    if (saved.twoFactorSince && !owner.twoFactorSince) throw codeMissing();
    return beginEmailChange(tx, services, saved, newEmail);
  });
}

/**
 * A number that was replaced is still asked for some weeks (`earlierPhones`), and its owner hears of it. It takes no
 * password, as the profile is saved as a whole.
 */
async function tellOfPhone(tx: Tx, services: Services, before: UserRow, saved: UserRow): Promise<void> {
  const { id: userId, phone: detail } = before;
  if (!detail || saved.phone === detail) return;
  const mails = ownAddresses(before).map((toAddress) => ({
    kind: 'phone-changed' as const,
    ...{ userId, toAddress, details: { detail } },
  }));
  await enqueueMails(tx, services, mails);
}

/** Whether anything differs; an empty text equals none. */
function isNew(before: UserRow, changes: Partial<Omit<ProfileChanges, 'currentPassword' | 'code'>>): boolean {
  const { firstName, lastName, phone, address, dateOfBirth, timezone } = changes;
  const asked = { firstName, lastName, phone, address, dateOfBirth, timezone };
  return (Object.keys(asked) as (keyof typeof asked)[]).some(
    (name) => asked[name] !== undefined && (asked[name] || null) !== before[name],
  );
}
