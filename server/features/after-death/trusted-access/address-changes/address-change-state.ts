import type { AddressChangeState } from '../../../../../shared/after-death/address-changes.ts';
import type { AddressChangeRow } from './address-changes.table.ts';

export type AddressChangeEvent =
  /** Staff confirm a proposal; nothing is sent to that person before `inForceFrom`. */
  | { kind: 'confirmed'; by: string; inForceFrom: Date }
  | { kind: 'refused'; by: string }
  /** Somebody said through their link that it is wrong, or a member of staff, `by`, put it on hold. */
  | { kind: 'disputed'; by: string | null }
  | { kind: 'dispute-withdrawn' }
  /** Staff found that it is right: the wait starts again. */
  | { kind: 'found-right'; by: string; inForceFrom: Date }
  | { kind: 'found-wrong'; by: string }
  /** Somebody who may know better was told; nothing is sent to that person before `inForceFrom`. */
  | { kind: 'told'; inForceFrom: Date }
  /** The release was revoked: the owner decides. */
  | { kind: 'owner-lives' };

type Facts = Pick<
  AddressChangeRow,
  'state' | 'staffId' | 'inForceFrom' | 'disputedAt' | 'heldBy' | 'settledAt' | 'endedAt'
>;

/** Whether it holds back everything for that person. */
export function isDisputed({ disputedAt, settledAt, endedAt }: Facts): boolean {
  return disputedAt !== null && settledAt === null && endedAt === null;
}

export function stateOf(row: Facts, now: Date): AddressChangeState {
  if (row.state !== 'proposed' && row.state !== 'made') return row.state;
  if (isDisputed(row)) return 'disputed';
  if (row.state === 'proposed') return 'proposed';
  return row.inForceFrom && row.inForceFrom <= now ? 'in_force' : 'waiting';
}

/** Whether somebody may still say through a link that it is wrong; not once staff have found out who was right. */
export function canBeDisputed(row: Facts): boolean {
  return (row.state === 'proposed' || row.state === 'made') && row.settledAt === null;
}

/**
 * The states of an address change: which columns of its row `event` changes, or undefined if it does not
 * apply. Whoever proposed a change cannot confirm it, and whoever put it on hold cannot settle it.
 */
export function afterEvent(
  row: Facts,
  event: AddressChangeEvent,
  now: Date,
): Partial<AddressChangeRow> | undefined {
  const isOpen = row.state === 'proposed' || row.state === 'made';
  if (!isOpen) return undefined;
  switch (event.kind) {
    case 'confirmed':
      if (row.state !== 'proposed' || isDisputed(row) || event.by === row.staffId) return undefined;
      return { state: 'made', decidedAt: now, decidedBy: event.by, inForceFrom: event.inForceFrom };
    case 'refused':
      if (row.state !== 'proposed') return undefined;
      return { state: 'refused', decidedAt: now, decidedBy: event.by, endedAt: now };
    case 'disputed':
      if (event.by === null && (isDisputed(row) || !canBeDisputed(row))) return undefined;
      if (isDisputed(row) && row.heldBy) return undefined;
      return {
        disputedAt: isDisputed(row) ? row.disputedAt : now,
        heldBy: event.by,
        settledAt: null,
        settledBy: null,
      };
    case 'dispute-withdrawn':
      return isDisputed(row) && !row.heldBy ? { disputedAt: null } : undefined;
    case 'found-right':
      if (!maySettle(row, event.by)) return undefined;
      return {
        settledAt: now,
        settledBy: event.by,
        ...(row.state === 'made' && { inForceFrom: event.inForceFrom }),
      };
    case 'found-wrong':
      if (!maySettle(row, event.by)) return undefined;
      return {
        state: row.state === 'made' ? 'put_back' : 'refused',
        settledAt: now,
        settledBy: event.by,
        endedAt: now,
      };
    case 'told': {
      const isLonger = row.inForceFrom !== null && row.inForceFrom < event.inForceFrom;
      return row.state === 'made' && isLonger ? { inForceFrom: event.inForceFrom } : undefined;
    }
    case 'owner-lives':
      return { state: row.state === 'made' && isDisputed(row) ? 'put_back' : 'ended', endedAt: now };
  }
}

function maySettle(row: Facts, by: string): boolean {
  return isDisputed(row) && by !== row.staffId && by !== row.heldBy;
}
