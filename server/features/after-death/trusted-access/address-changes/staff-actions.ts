import type { AddressChangeAct } from '../../../../../shared/after-death/staff-address-changes.ts';
import type { AuditAction } from '../../../../../shared/system/audit-actions.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { requireLongEnough } from '../../../accounts/auth/staff/staff.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { holdDeliveriesTo } from '../../../delivery/deliveries/deliveries.ts';
import { findContactAccess, saveCorrections } from '../../death-cases/contacts/contacts.ts';
import { requireMayActOn } from '../../death-cases/who-may-act/who-may-act.ts';
import { endHoldIfLast } from '../people.ts';
import { type AddressChangeEvent, afterEvent, isDisputed } from './address-change-state.ts';
import type { AddressChangeRow } from './address-changes.table.ts';
import { type ChangeAct, refusal, requireConfirmable, requireSeen, type Verb } from './change-refusals.ts';
import { type LockedChange, lockChange, writeChange } from './change-rows.ts';
import { carryOut, inForceFrom, waitAnew } from './make-change.ts';
import { mailNoticesLater } from './notices.ts';
import { putRight } from './put-back.ts';
import { recordChange } from './record-change.ts';

const actions: Record<Verb, AuditAction> = {
  confirm: 'address-change.confirmed-by-staff',
  refuse: 'address-change.refused-by-staff',
  hold: 'address-change.held-by-staff',
  'settle-right': 'address-change.found-right-by-staff',
  'put-back': 'address-change.put-back-by-staff',
};

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
 * Confirms or refuses a proposal, puts that person's deliveries on hold, or settles a dispute. 404 for an unknown
 * change; 409 if its state or this member of staff does not allow it, or if it is no longer as `seen`.
 */
export function actOnChange(services: Services, verb: Verb, by: ChangeAct): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const locked = await lockChange(tx, by.changeId);
    const { change, person } = locked;
    // Anybody may put something on hold: that gives nothing to anyone.
    if (verb !== 'hold') await requireMayActOn(tx, by.member.id, change.userId);
    const now = await readDatabaseTime(tx, services.clock);
    requireSeen(by.seen, change, now);
    const columns = afterEvent(change, eventOf(services, verb, by.member.id, now), now);
    if (!columns) throw refusal(verb, change, by.member, now);
    // A colleague who became staff a moment ago may be the proposer's second account.
    if (verb === 'confirm' || verb === 'settle-right') requireLongEnough(by.member, now);
    if (verb === 'confirm') await requireConfirmable(tx, change, person);
    const after = await writeChange(tx, change.id, columns);
    await follow(tx, services, verb, { ...locked, change: after, member: by.member });
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

/** What the change means for the address book, the deliveries and the people who were told. */
async function follow(
  tx: Tx,
  services: Services,
  verb: Verb,
  { owner, person, change, member }: LockedChange & { member: UserRow },
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
    case 'put-back': {
      const isMade = change.state === 'put_back';
      const sentAgainFrom = isMade ? await putRight(tx, services, { change, person }, member) : undefined;
      return mailNoticesLater(tx, services, change, 'settled', sentAgainFrom);
    }
  }
}
