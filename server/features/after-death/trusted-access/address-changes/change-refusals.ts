import type { SeenAddressChange } from '../../../../../shared/after-death/staff-address-changes.ts';
import type { Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { isDisputed, stateOf } from './address-change-state.ts';
import type { AddressChangeRow } from './address-changes.table.ts';
import { changesOf, type Wanted, withWanted } from './change-rows.ts';
import { requireNoAddressOfStaff } from './staff-addresses.ts';

/** A staff action on a change: who acts, why, and the change as they saw it. */
export interface ChangeAct {
  member: UserRow;
  changeId: string;
  reason: string;
  seen: SeenAddressChange;
}

export type Verb = 'confirm' | 'refuse' | 'hold' | 'settle-right' | 'put-back';

/** 409 if the entry has changed since the proposal, or if the address has become a staff member's. */
export async function requireConfirmable(
  tx: Tx,
  change: AddressChangeRow,
  person: RecipientRow,
): Promise<void> {
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
  const wanted = Object.fromEntries(changesOf(change).map(({ field, now }) => [field, now])) as Wanted;
  await requireNoAddressOfStaff(tx, withWanted(person, wanted), person);
}

export function requireSeen(seen: SeenAddressChange, change: AddressChangeRow, now: Date): void {
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

export function refusal(verb: Verb, change: AddressChangeRow, { id }: UserRow, now: Date): AppError {
  if (verb === 'confirm' && change.staffId === id)
    return new AppError('conflict', 'You proposed this yourself. Ask a colleague to confirm it.');
  if (isDisputed(change) && (change.staffId === id || change.heldBy === id))
    return new AppError('conflict', 'You proposed or held this yourself. Ask a colleague to settle it.');
  return new AppError('conflict', `This cannot be done with a change in this state: ${stateOf(change, now)}`);
}
