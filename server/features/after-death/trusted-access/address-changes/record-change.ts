import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import type { AddressChangeRow } from './address-changes.table.ts';
import { changesOf } from './change-rows.ts';

/** Writes a change to the audit log, without addresses, and notifies open consoles. */
export async function recordChange(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  change: AddressChangeRow,
  {
    action,
    actor,
    reason,
    before,
  }: { action: AuditAction; actor: string; reason?: string; before?: AddressChangeRow },
): Promise<void> {
  await record(tx, clock.now(), {
    action,
    actor,
    userId: change.userId,
    subjectId: change.id,
    ...(reason && { reason }),
    details: {
      recipient: change.recipientId,
      fields: changesOf(change)
        .map(({ field }) => field)
        .join(', '),
      ...(change.accessId && { access: change.accessId }),
    },
    ...(before && { before: factsOf(before), after: factsOf(change) }),
  });
  await announceToStaff(tx);
}

function factsOf({ state, inForceFrom: from, disputedAt, settledAt }: AddressChangeRow) {
  return {
    state,
    inForceFrom: from?.toISOString() ?? null,
    disputedAt: disputedAt?.toISOString() ?? null,
    settledAt: settledAt?.toISOString() ?? null,
  };
}
