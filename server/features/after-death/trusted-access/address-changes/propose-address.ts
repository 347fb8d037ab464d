import { and, eq, isNull } from 'drizzle-orm';
import type { StaffReaddressing } from '../../../../../shared/after-death/staff-address-changes.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { phoneNumberOf } from '../../../../platform/sms/phone-number.ts';
import { requireLongEnough } from '../../../accounts/auth/staff/staff.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { deliveryQueue } from '../../../delivery/deliveries/deliveries.table.ts';
import { requireReaddressable } from '../../../delivery/deliveries/staff/staff.ts';
import { releases } from '../../death-cases/releases/releases.table.ts';
import { requireMayActOn } from '../../death-cases/who-may-act/who-may-act.ts';
import { lockPerson } from '../people.ts';
import type { AddressChangeRow } from './address-changes.table.ts';
import { withWanted } from './change-rows.ts';
import { changeAddress } from './make-change.ts';
import { requireNoAddressOfStaff } from './staff-addresses.ts';

/**
 * Proposes another address for the recipient of a delivery. Nothing is changed before a second member of staff
 * confirms it. 404 for an unknown delivery; 409 if it is no longer as seen, or if the address is a staff member's.
 */
export function proposeAddress(
  services: Services,
  member: UserRow,
  deliveryId: string,
  form: StaffReaddressing,
): Promise<AddressChangeRow> {
  return inTransaction(services.db, async (tx) => {
    const [delivery] = await tx.select().from(deliveryQueue).where(eq(deliveryQueue.id, deliveryId));
    const { userId, recipientId } = requireFound(delivery, 'This delivery');
    await requireMayActOn(tx, member.id, userId);
    // Otherwise somebody with two accounts could propose with one and confirm with the other.
    requireLongEnough(member, await readDatabaseTime(tx, services.clock));
    if (!recipientId) throw new AppError('conflict', 'Its owner removed this recipient');
    const owner = await lockOwner(tx, userId);
    const person = await lockPerson(tx, userId, recipientId);
    await requireReaddressable(tx, services, deliveryId, form.seen);
    const { email, secondEmail, mailingAddress } = form;
    const phone = form.phone === person.phone ? form.phone : form.phone && phoneNumberOf(form.phone);
    const wanted = withWanted(person, { email, secondEmail, phone, mailingAddress });
    await requireNoAddressOfStaff(tx, wanted, person);
    const change = await changeAddress(tx, services, { owner, person }, wanted, {
      by: 'staff',
      byName: fullNameOf(member),
      staffId: member.id,
      deliveryId,
      reason: form.reason,
      reportId: await findReport(tx, userId),
      actor: member.id,
    });
    if (!change) throw new AppError('conflict', 'They already have this address');
    return change;
  });
}

/** The report by which this owner was released. */
export async function findReport(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ reportId: releases.reportId })
    .from(releases)
    .where(and(eq(releases.userId, userId), isNull(releases.revokedAt)));
  return row?.reportId ?? null;
}
