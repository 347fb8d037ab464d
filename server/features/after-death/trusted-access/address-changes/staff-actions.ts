import { and, eq, isNull } from 'drizzle-orm';
import type {
  AddressChangeAct,
  SeenAddressChange,
  StaffReaddressing,
} from '../../../../../shared/after-death/address-changes.ts';
import { fullNameOf } from '../../../../../shared/full-name.ts';
import type { AuditAction } from '../../../../../shared/system/audit-actions.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError, notFound, requireFound } from '../../../../platform/errors.ts';
import { phoneNumberOf } from '../../../../platform/sms/phone-number.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { requireLongEnough } from '../../../accounts/staff/staff.ts';
import { deliveryQueue } from '../../../delivery/deliveries/deliveries.table.ts';
import { holdDeliveriesTo } from '../../../delivery/deliveries/deliveries.ts';
import { requireReaddressable } from '../../../delivery/deliveries/staff/staff.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { findContactAccess, saveCorrections } from '../../death-cases/contacts/contacts.ts';
import { releases } from '../../death-cases/releases/releases.table.ts';
import { requireMayActOn } from '../../death-cases/who-may-act/who-may-act.ts';
import { endHoldIfLast, lockPerson } from '../people.ts';
import { type AddressChangeEvent, afterEvent, isDisputed, stateOf } from './address-change-state.ts';
import { type AddressChangeRow, addressChangeNotices } from './address-changes.table.ts';
import { changesOf, type LockedChange, lockChange, writeChange } from './change-rows.ts';
import { carryOut, changeAddress, inForceFrom, putBack, recordChange, waitAnew } from './make-change.ts';
import { mailNoticesLater } from './notices.ts';
import { requireNoAddressOfStaff } from './staff-addresses.ts';

/** What a member of staff does to a change, why, and the change as they saw it. */
export interface ChangeAct {
  member: UserRow;
  changeId: string;
  reason: string;
  seen: SeenAddressChange;
}

/**
 * Proposes another address for the recipient of a delivery. Nothing is changed before a second member of staff confirms it. 404 for an
 * unknown delivery; 409 where it is no longer as seen, or where the address is one of staff.
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
    // Otherwise a second account would propose what the first one confirms.
    requireLongEnough(member, await readDatabaseTime(tx, services.clock));
    if (!recipientId) throw new AppError('conflict', 'Its owner removed this recipient');
    const owner = await lockOwner(tx, userId);
    const person = await lockPerson(tx, userId, recipientId);
    await requireReaddressable(tx, deliveryId, form.seen);
    const { email = person.email, mailingAddress = person.mailingAddress } = form;
    const phone =
      form.phone === undefined || form.phone === person.phone ? person.phone : phoneNumberOf(form.phone);
    const wanted = { email: email ?? null, phone, mailingAddress: mailingAddress ?? null };
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

async function findReport(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ reportId: releases.reportId })
    .from(releases)
    .where(and(eq(releases.userId, userId), isNull(releases.revokedAt)));
  return row?.reportId ?? null;
}

type Verb = 'confirm' | 'refuse' | 'hold' | 'settle-right' | 'put-back';

const actions: Record<Verb, AuditAction> = {
  confirm: 'address-change.confirmed-by-staff',
  refuse: 'address-change.refused-by-staff',
  hold: 'address-change.held-by-staff',
  'settle-right': 'address-change.found-right-by-staff',
  'put-back': 'address-change.put-back-by-staff',
};

/** What this member of staff may do with a change as it is. */
export function actsOn(change: AddressChangeRow, memberId: string, now: Date): AddressChangeAct[] {
  const fits = (event: AddressChangeEvent) => afterEvent(change, event, now) !== undefined;
  const may: Record<AddressChangeAct, boolean> = {
    confirm: fits({ kind: 'confirmed', by: memberId, inForceFrom: now }),
    refuse: fits({ kind: 'refused', by: memberId }),
    hold: fits({ kind: 'disputed', by: memberId }),
    settle: fits({ kind: 'found-wrong', by: memberId }),
  };
  return (Object.keys(may) as AddressChangeAct[]).filter((act) => may[act]);
}

/**
 * Confirms or refuses what was proposed, holds what is for that person, or settles what somebody said is wrong. 404 for an unknown change;
 * 409 where its state or this member of staff does not fit, or where it is no longer as `seen`.
 */
export function actOnChange(services: Services, verb: Verb, by: ChangeAct): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const locked = await lockChange(tx, by.changeId);
    const { change, person } = locked;
    // Anybody may hold something back: that gives nothing to anyone.
    if (verb !== 'hold') await requireMayActOn(tx, by.member.id, change.userId);
    const now = await readDatabaseTime(tx, services.clock);
    requireSeen(by.seen, change, now);
    const columns = afterEvent(change, eventOf(services, verb, by.member.id, now), now);
    if (!columns) throw refusal(verb, change, by.member, now);
    // Whom a colleague made staff a moment ago may be that colleague.
    if (verb === 'confirm' || verb === 'settle-right') requireLongEnough(by.member, now);
    if (verb === 'confirm') await requireConfirmable(tx, change, person);
    const after = await writeChange(tx, change.id, columns);
    await follow(tx, services, verb, { ...locked, change: after });
    if (isDisputed(change) && !isDisputed(after)) await endHoldIfLast(tx, services, person.id, by.member.id);
    await recordChange(tx, services, after, {
      action: actions[verb],
      actor: by.member.id,
      reason: by.reason,
      before: change,
    });
  });
}

function eventOf(services: Services, verb: Verb, by: string, now: Date): AddressChangeEvent {
  const from = inForceFrom(services, now);
  switch (verb) {
    case 'confirm':
      return { kind: 'confirmed', by, inForceFrom: from };
    case 'refuse':
      return { kind: 'refused', by };
    case 'hold':
      return { kind: 'disputed', by };
    case 'settle-right':
      return { kind: 'found-right', by, inForceFrom: from };
    case 'put-back':
      return { kind: 'found-wrong', by };
  }
}

/** What becomes of the address book, the deliveries and those who were told. */
async function follow(
  tx: Tx,
  services: Services,
  verb: Verb,
  { owner, person, change }: LockedChange,
): Promise<void> {
  switch (verb) {
    case 'confirm': {
      const after = await carryOut(tx, services, change, { owner, person });
      const access = change.accessId && (await findContactAccess(tx, change.accessId));
      if (access) await saveCorrections(tx, services, access, { before: person, after });
      return;
    }
    case 'refuse':
      return;
    case 'hold':
      return holdDeliveriesTo(tx, services, {
        recipientId: person.id,
        actor: change.heldBy ?? 'system',
        at: change.disputedAt ?? change.createdAt,
      });
    case 'settle-right':
      if (change.state === 'made') await waitAnew(tx, services, change, person);
      return mailNoticesLater(tx, services, change, 'settled');
    case 'put-back':
      if (change.state === 'put_back') await putBack(tx, services, change, person);
      return mailNoticesLater(tx, services, change, 'settled');
  }
}

/** Notes that somebody was told by a letter, since we had nothing else of theirs. */
export function noteLetter(
  services: Services,
  { noticeId, ...by }: ChangeAct & { noticeId: string },
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const { change } = await lockChange(tx, by.changeId);
    const now = await readDatabaseTime(tx, services.clock);
    requireSeen(by.seen, change, now);
    const { rowCount } = await tx
      .update(addressChangeNotices)
      .set({ toldAt: now, toldBy: by.member.id })
      .where(
        and(
          eq(addressChangeNotices.id, noticeId),
          eq(addressChangeNotices.changeId, change.id),
          eq(addressChangeNotices.channel, 'post'),
          isNull(addressChangeNotices.toldAt),
        ),
      );
    if (rowCount === 0) throw notFound('This letter');
    await recordChange(tx, services, change, {
      action: 'address-change.letter-written-by-staff',
      actor: by.member.id,
      reason: by.reason,
    });
  });
}

/** 409 where the entry is no longer as it was when this was proposed, or where the address has become one of staff. */
async function requireConfirmable(tx: Tx, change: AddressChangeRow, person: RecipientRow): Promise<void> {
  const changed = changesOf(change).filter(({ field, before }) => person[field] !== before);
  if (changed.length > 0)
    throw new AppError(
      'conflict',
      'The address book says something else by now. Please refuse this change.',
      {
        fields: Object.fromEntries(
          changed.map(({ field }) => [field, `It is ${person[field] ?? 'empty'} now`]),
        ),
      },
    );
  const { newEmail: email, newPhone: phone, newMailingAddress: mailingAddress } = change;
  await requireNoAddressOfStaff(tx, { email, phone, mailingAddress }, person);
}

function requireSeen(seen: SeenAddressChange, change: AddressChangeRow, now: Date): void {
  const state = stateOf(change, now);
  const isSame = JSON.stringify(seen.changes) === JSON.stringify(changesOf(change));
  if (seen.state === state && isSame) return;
  throw new AppError('conflict', 'This changed while you were looking at it. Nothing was done.', {
    fields: {
      ...(seen.state !== state && { state: `It was ${seen.state}, and is ${state} now` }),
      ...(!isSame && { changes: 'It is another address' }),
    },
  });
}

function refusal(verb: Verb, change: AddressChangeRow, { id }: UserRow, now: Date): AppError {
  if (verb === 'confirm' && change.staffId === id)
    return new AppError('conflict', 'You proposed this yourself. Ask a colleague to confirm it.');
  if (isDisputed(change) && (change.staffId === id || change.heldBy === id))
    return new AppError('conflict', 'You proposed or held this yourself. Ask a colleague to settle it.');
  return new AppError('conflict', `This cannot be done with a change in this state: ${stateOf(change, now)}`);
}
